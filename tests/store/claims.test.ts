// Claim, settle, release: who may work on a job, and whose result counts.
import { beforeEach, describe, expect, it } from 'vitest';
import { claimJobs, releaseJobs, settleJobs } from '#lib/store/claims.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { makeDueReady, nextDueInMs } from '#lib/store/jobs/waiting.ts';
import { readHealth } from '#lib/store/stats.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  aWorker,
  claim,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  loseLease,
  sql,
  submitted,
  success,
} from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('a claim', () => {
  it('takes the lowest priority number first, then the oldest', async () => {
    const { db } = database;
    const late = await submitted(db, { priority: 90 });
    const first = await submitted(db, { priority: 50 });
    const second = await submitted(db, { priority: 50 });
    const urgent = await submitted(db, { priority: 10 });
    const claims = await claim(db, await aWorker(db));
    expect(claims.map(({ id }) => id)).toEqual([urgent, first, second, late].map(({ job_id }) => job_id));
  });

  it('takes nothing above the ceiling, and no other kind', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db, { priority: 60 });
    expect(await claimJobs(db, { workerId, kinds: ['prompt'], priorityCeiling: 59, limit: 10 })).toEqual([]);
    expect(await claimJobs(db, { workerId, kinds: ['task'], priorityCeiling: 100, limit: 10 })).toEqual([]);
    expect((await claimOne(db, workerId)).id).toBe(job_id);
  });

  it('is single-winner: 8 claimers at once share 400 jobs without one taken twice', async () => {
    const { db } = database;
    await Promise.all(Array.from({ length: 400 }, () => submitted(db)));
    const taken: string[] = [];
    const claimer = async () => {
      const workerId = await aWorker(db);
      for (let batch = await claim(db, workerId, 7); batch.length > 0; batch = await claim(db, workerId, 7))
        taken.push(...batch.map(({ id }) => id));
    };
    await Promise.all(Array.from({ length: 8 }, claimer));
    expect(taken).toHaveLength(400);
    expect(new Set(taken).size).toBe(400);
  });

  it('gives nothing to a worker whose lease is over or that drains', async () => {
    const { db } = database;
    const [late, draining] = [await aWorker(db), await aWorker(db)];
    await loseLease(db, late);
    await sql(db, `update worker set state = 'draining' where id = $1`, [draining]);
    await submitted(db);
    expect(await claim(db, late)).toEqual([]);
    expect(await claim(db, draining)).toEqual([]);
    expect(await claim(db, await aWorker(db))).toHaveLength(1);
  });

  it('counts as an attempt at once and keeps the first start for ever', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const job = await claimOne(db, workerId);
    const { first_started_at } = await jobRow(db, job_id);
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    await claimOne(db, workerId);
    expect((await jobRow(db, job_id)).first_started_at).toBe(first_started_at);
    expect(
      await sql(db, 'select claim, attempt, outcome from attempt where job_id = $1 order by claim', [job_id]),
    ).toEqual([
      { claim: 1, attempt: 1, outcome: 'released' },
      { claim: 2, attempt: 1, outcome: null },
    ]);
  });
});

describe('a success', () => {
  it('writes response, edge, ledger, attempt, audit and event with the state, in one commit', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id, prompt_id } = await submitted(db);
    const job = await claimOne(db, workerId);
    expect(await settleJobs(db, workerId, [success(job, 'Elbe')])).toEqual(new Set([job_id]));
    const row = await jobRow(db, job_id);
    expect(row).toMatchObject({ state: 'succeeded', worker_claim: null, claimed_at: null, ready: false, version: 3 });
    expect(
      await sql(db, 'select kind, content, content_length, parent_id, model from entity where id = $1', [
        row.response_id,
      ]),
    ).toEqual([{ kind: 'response', content: 'Elbe', content_length: 4, parent_id: prompt_id, model: 'demo' }]);
    expect(
      await sql(db, `select type from edge where from_id = $1 and to_id = $2`, [prompt_id, row.response_id]),
    ).toEqual([{ type: 'flows-to' }]);
    expect(
      await sql(db, 'select tokens_in, tokens_out, latency_ms, first_token_ms from ledger where job_id = $1', [job_id]),
    ).toEqual([{ tokens_in: 3, tokens_out: 5, latency_ms: 13, first_token_ms: 4 }]);
    expect(await sql(db, 'select outcome from job_attempt where job_id = $1', [job_id])).toEqual([
      { outcome: 'succeeded' },
    ]);
    expect(await sql(db, 'select action from audit where subject_id = $1', [row.response_id])).toEqual([
      { action: 'respond' },
    ]);
    expect(await sql(db, `select state from event where job_id = $1 order by seq`, [job_id])).toEqual(
      ['queued', 'running', 'succeeded'].map((state) => ({ state })),
    );
  });

  it('has a response id that derives from prompt and job', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id, prompt_id } = await submitted(db);
    await settleJobs(db, workerId, [success(await claimOne(db, workerId))]);
    const [expected] = await sql(
      db,
      `select overlay(overlay(md5($1::text || $2::text) placing '8' from 13) placing 'a' from 17)::uuid as id`,
      [prompt_id, job_id],
    );
    expect((await jobRow(db, job_id)).response_id).toBe(expected?.id);
  });
});

describe('a late finisher', () => {
  const traces = ['entity', 'edge', 'ledger', 'audit', 'event', 'job_attempt'] as const;

  it('changes nothing after its job was reclaimed and is run by another worker', async () => {
    const { db } = database;
    const [slow, quick] = [await aWorker(db), await aWorker(db)];
    const { job_id } = await submitted(db);
    const lost = await claimOne(db, slow);
    await loseLease(db, slow);
    await reclaimLostJobs(db);
    await claimOne(db, quick);
    const before = await Promise.all(traces.map((table) => countOf(db, table)));
    const row = await jobRow(db, job_id);
    expect(await settleJobs(db, slow, [success(lost)])).toEqual(new Set());
    expect(await Promise.all(traces.map((table) => countOf(db, table)))).toEqual(before);
    expect(await jobRow(db, job_id)).toEqual(row);
  });

  it('of the same worker and attempt, but an earlier claim, changes nothing', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const earlier = await claimOne(db, workerId);
    await releaseJobs(db, workerId, [{ jobId: earlier.id, claim: earlier.claim, attempt: earlier.attempt }]);
    const now = await claimOne(db, workerId);
    expect(await settleJobs(db, workerId, [success(earlier)])).toEqual(new Set());
    expect(await settleJobs(db, workerId, [success(now)])).toEqual(new Set([job_id]));
  });

  it('does not keep the others of its batch from settling', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await Promise.all([submitted(db), submitted(db), submitted(db)]);
    const [one, two, three] = await claim(db, workerId);
    if (!one || !two || !three) throw new Error('three were submitted');
    await settleJobs(db, workerId, [success(two)]);
    expect(await settleJobs(db, workerId, [success(one), success(two), success(three)])).toEqual(
      new Set([one.id, three.id]),
    );
  });
});

describe('a failed attempt', () => {
  it('that may be retried waits outside the claim index until it is due', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const { claim: claimed, attempt } = await claimOne(db, workerId);
    await settleJobs(db, workerId, [
      {
        jobId: job_id,
        claim: claimed,
        attempt,
        type: 'retry',
        kind: 'timeout',
        message: 'No answer',
        delayMs: 5_000,
        output: 'El',
      },
    ]);
    expect(await jobRow(db, job_id)).toMatchObject({
      state: 'queued',
      ready: false,
      attempt: 2,
      error_kind: 'timeout',
      finished_at: null,
    });
    expect(await claim(db, workerId)).toEqual([]);
    expect(await makeDueReady(db)).toBe(0);
    expect(await nextDueInMs(db)).toBeGreaterThan(4_000);
    await sql(db, `update job set available_at = db_now() where id = $1`, [job_id]);
    expect(await makeDueReady(db)).toBe(1);
    expect(await claimOne(db, workerId)).toMatchObject({ id: job_id, attempt: 2, claim: 2 });
    expect(await sql(db, 'select outcome, output from job_attempt where job_id = $1 and claim = 1', [job_id])).toEqual([
      { outcome: 'failed', output: 'El' },
    ]);
  });

  it('that is the last ends as failed, with its kind and its text', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const { claim: claimed, attempt } = await claimOne(db, workerId);
    await settleJobs(db, workerId, [
      { jobId: job_id, claim: claimed, attempt, type: 'failed', kind: 'auth', message: 'No key' },
    ]);
    expect(await jobRow(db, job_id)).toMatchObject({
      state: 'failed',
      error_kind: 'auth',
      error_message: 'No key',
      response_id: null,
    });
  });
});

describe('an empty queue', () => {
  it('is due never, and its oldest job has no age', async () => {
    const { db } = database;
    expect(await nextDueInMs(db)).toBeNull();
    expect((await readHealth(db)).oldestReadyMs).toBeNull();
    await submitted(db);
    expect(await nextDueInMs(db)).toBeNull();
    expect((await readHealth(db)).oldestReadyMs).toBeGreaterThanOrEqual(0);
  });
});

describe('a release', () => {
  it('gives a job back without losing an attempt or its place', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const before = await jobRow(db, job_id);
    const job = await claimOne(db, workerId);
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    expect(await jobRow(db, job_id)).toMatchObject({
      state: 'queued',
      ready: true,
      attempt: 1,
      available_at: before.available_at,
      worker_claim: null,
    });
  });
});

describe('a lane', () => {
  const pauseScope = (scope: string, until = `'infinity'`) =>
    sql(database.db, `insert into pause (scope, until, reason, set_by) values ($1, ${until}, 'test', 'test')`, [scope]);

  it('does not change the order: the best job over all lanes comes first', async () => {
    const { db } = database;
    const plain = await submitted(db, { priority: 50 });
    const later = await submitted(db, { priority: 60, options: { model: 'openai/gpt-5' } });
    const urgent = await submitted(db, { priority: 10, options: { model: 'demo' } });
    const workerId = await aWorker(db);
    expect((await claim(db, workerId, 2)).map(({ id }) => id)).toEqual([urgent.job_id, plain.job_id]);
    expect((await claimOne(db, workerId)).id).toBe(later.job_id);
  });

  it('that is paused, by itself, its provider or its kind, gives nothing; the others go on', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db, { options: { model: 'openai/gpt-5' } });
    const other = await submitted(db, { options: { model: 'demo' } });
    await pauseScope('provider:openai');
    expect((await claim(db, workerId)).map(({ id }) => id)).toEqual([other.job_id]);
    await sql(db, 'delete from pause');
    await pauseScope('lane:openai/gpt-5');
    expect(await claim(db, workerId)).toEqual([]);
    await sql(db, 'delete from pause');
    await pauseScope('kind:prompt');
    expect(await claim(db, workerId)).toEqual([]);
    await sql(db, 'delete from pause');
    await pauseScope('provider:openai', `db_now() - interval '1 second'`);
    expect(await claim(db, workerId)).toHaveLength(1);
  });
});
