// A submit is durable, idempotent, and limited to what is the viewer's own.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { inTransaction } from '#lib/store/client.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { storeSubmissions, submitAll, submitPrompt } from '#lib/store/jobs/submit.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claim,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  sql,
  stranger,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('a submit', () => {
  it('writes prompt, session, job, audit and event together', async () => {
    const { db } = database;
    const { prompt_id, job_id, session_id } = await submitted(db, {
      text: '\n  Sketch the lease \nin detail',
      priority: 10,
    });
    expect(
      await sql(db, 'select kind, label, content_length, root_id, session_id, parent_id from entity where id = $1', [
        prompt_id,
      ]),
    ).toEqual([
      {
        kind: 'prompt',
        label: 'Sketch the lease',
        content_length: 30,
        root_id: prompt_id,
        session_id,
        parent_id: null,
      },
    ]);
    expect(await jobRow(db, job_id)).toMatchObject({
      state: 'queued',
      ready: true,
      priority: 10,
      attempt: 1,
      max_attempts: 3,
      version: 1,
      prompt_id,
    });
    expect(await sql(db, 'select title from session where id = $1', [session_id])).toEqual([
      { title: 'Sketch the lease' },
    ]);
    expect(await countOf(db, 'audit')).toBe(1);
    expect(await sql(db, `select type, state from event`)).toEqual([{ type: 'job.state_changed', state: 'queued' }]);
  });

  it('asked to run later is queued but not claimable', async () => {
    const { db } = database;
    await submitted(db, { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await claim(db, await aWorker(db))).toEqual([]);
  });
});

describe('a repeated submit', () => {
  it('with the same key or the same prompt_id gets its first answer and writes nothing', async () => {
    const { db } = database;
    const request = { text: 'Once', prompt_id: randomUUID() };
    const first = await submitPrompt(db, viewer, request, 'key-1');
    const counts = await Promise.all(['entity', 'job', 'event', 'audit'].map((table) => countOf(db, table)));
    expect(await submitPrompt(db, viewer, request, 'key-1')).toEqual({ ...first, created: false });
    expect(await submitPrompt(db, viewer, request)).toEqual({ ...first, created: false });
    expect(await Promise.all(['entity', 'job', 'event', 'audit'].map((table) => countOf(db, table)))).toEqual(counts);
  });

  it('gets its first answer even after the job was retried and answered', async () => {
    const { db } = database;
    const request = { text: 'Once', prompt_id: randomUUID() };
    const first = await submitPrompt(db, viewer, request, 'key-2');
    const workerId = await aWorker(db);
    await settleJobs(db, workerId, [success(await claimOne(db, workerId))]);
    if (!first.ok) throw new Error('refused');
    await retryJob(db, viewer, first.answer.job_id, {});
    expect(await submitPrompt(db, viewer, request, 'key-2')).toEqual({ ...first, created: false });
  });

  it('with another body is refused by name and writes nothing', async () => {
    const { db } = database;
    const prompt_id = randomUUID();
    await submitPrompt(db, viewer, { text: 'One', prompt_id }, 'key-3');
    expect(await submitPrompt(db, viewer, { text: 'Two', prompt_id: randomUUID() }, 'key-3')).toMatchObject({
      ok: false,
      code: 'key_reused',
      field: 'Idempotency-Key',
    });
    expect(await submitPrompt(db, viewer, { text: 'Two', prompt_id })).toMatchObject({
      ok: false,
      code: 'id_reused',
      field: 'prompt_id',
    });
    expect(await countOf(db, 'entity')).toBe(1);
  });

  it('twenty at once are one prompt with one answer', async () => {
    const { db } = database;
    const request = { text: 'At once', prompt_id: randomUUID() };
    const outcomes = await Promise.all([
      ...Array.from({ length: 10 }, () => submitPrompt(db, viewer, request, 'key-4')),
      ...Array.from({ length: 10 }, () =>
        submitAll(db, [{ viewer, request, key: 'key-4' }]).then(([outcome]) => outcome),
      ),
    ]);
    expect(new Set(outcomes.map((outcome) => (outcome?.ok ? outcome.answer.job_id : 'refused'))).size).toBe(1);
    expect(await countOf(db, 'job')).toBe(1);
  });

  it('of a stranger with my prompt_id is refused without telling them anything of mine', async () => {
    const { db } = database;
    const request = { text: 'Mine', prompt_id: randomUUID() };
    await submitPrompt(db, viewer, request);
    const outcome = await submitPrompt(db, stranger, request);
    expect(outcome).toEqual({ ok: false, code: 'id_reused', field: 'prompt_id', message: expect.any(String) });
  });
});

describe('what a submit names', () => {
  it('must be the viewer’s own: parent, session and dependency of another org are unknown', async () => {
    const { db } = database;
    const foreign = await submitted(db, {}, stranger);
    const refusals = await Promise.all([
      submitPrompt(db, viewer, { text: 'x', parent_id: foreign.prompt_id }),
      submitPrompt(db, viewer, { text: 'x', session_id: foreign.session_id }),
      submitPrompt(db, viewer, { text: 'x', depends_on: [foreign.job_id] }),
      submitPrompt(db, viewer, { text: 'x', parent_id: randomUUID() }),
    ]);
    expect(refusals.map((outcome) => !outcome.ok && outcome.code)).toEqual([
      'unknown_parent',
      'unknown_session',
      'unknown_dependency',
      'unknown_parent',
    ]);
    expect(await countOf(db, 'job')).toBe(1);
  });

  it('may stand in the same batch: a child sent right behind its parent finds it', async () => {
    const { db } = database;
    const parentId = randomUUID();
    const outcomes = await submitAll(db, [
      { viewer, request: { text: 'child', parent_id: parentId }, key: undefined },
      { viewer, request: { text: 'parent', prompt_id: parentId }, key: undefined },
      { viewer, request: { text: 'stray', parent_id: randomUUID() }, key: undefined },
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false]);
  });
});

describe('a continuation', () => {
  it('of an answer joins its thread and session, with an edge from the response', async () => {
    const { db } = database;
    const parent = await answered(db);
    const { response_id } = await jobRow(db, parent.job_id);
    for (const parent_id of [parent.prompt_id, String(response_id)]) {
      const child = await submitted(db, { text: 'And lakes?', parent_id });
      expect(child.session_id).toBe(parent.session_id);
      expect(
        await sql(db, 'select parent_id, root_id, continues_id from entity where id = $1', [child.prompt_id]),
      ).toEqual([{ parent_id: parent.prompt_id, root_id: parent.prompt_id, continues_id: response_id }]);
      expect(
        await sql(db, 'select type from edge where from_id = $1 and to_id = $2', [response_id, child.prompt_id]),
      ).toEqual([{ type: 'continues' }]);
    }
  });

  it('of a prompt still at work waits for its answer, then continues exactly that', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const parent = await submitted(db);
    const child = await submitted(db, { text: 'And lakes?', parent_id: parent.prompt_id });
    const grandchild = await submitted(db, { text: 'And seas?', parent_id: child.prompt_id });
    const job = await claimOne(db, workerId);
    expect(job.id).toBe(parent.job_id);
    await settleJobs(db, workerId, [success(job)]);
    const { response_id } = await jobRow(db, parent.job_id);
    expect((await claimOne(db, workerId)).id).toBe(child.job_id);
    expect(await sql(db, 'select continues_id from entity where id = $1', [child.prompt_id])).toEqual([
      { continues_id: response_id },
    ]);
    expect(await jobRow(db, grandchild.job_id)).toMatchObject({ state: 'queued', ready: false });
  });

  it('of a prompt that fails is cancelled with that reason, to any depth', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const parent = await submitted(db);
    const child = await submitted(db, { parent_id: parent.prompt_id });
    const grandchild = await submitted(db, { parent_id: child.prompt_id });
    const job = await claimOne(db, workerId);
    await settleJobs(db, workerId, [
      { jobId: job.id, claim: job.claim, attempt: job.attempt, type: 'failed', kind: 'auth', message: 'No key' },
    ]);
    for (const { job_id } of [child, grandchild])
      expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled', error_kind: 'dependency' });
  });

  it('that waits for two jobs is woken once both have succeeded, though both end at the same moment', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let round = 0; round < 20; round += 1) {
      const [one, two] = [await submitted(db), await submitted(db)];
      const waiting = await submitted(db, { depends_on: [one.job_id, two.job_id] });
      const jobs = await claim(db, workerId);
      await Promise.all(jobs.map((job) => settleJobs(db, workerId, [success(job)])));
      expect(await jobRow(db, waiting.job_id)).toMatchObject({ state: 'queued', ready: true });
      const last = await claimOne(db, workerId);
      await settleJobs(db, workerId, [success(last)]);
    }
  });

  it('on a job that has already failed is cancelled at once', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db);
    const job = await claimOne(db, workerId);
    await settleJobs(db, workerId, [
      { jobId: job.id, claim: job.claim, attempt: job.attempt, type: 'failed', kind: 'parse', message: 'Garbage' },
    ]);
    const late = await submitted(db, { depends_on: [job.id] });
    expect(await jobRow(db, late.job_id)).toMatchObject({ state: 'cancelled', error_kind: 'dependency' });
  });

  it('stored while its parent settles is never left waiting', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let round = 0; round < 30; round += 1) {
      const parent = await submitted(db);
      const job = await claimOne(db, workerId);
      const [child] = await Promise.all([
        submitted(db, { parent_id: parent.prompt_id }),
        settleJobs(db, workerId, [success(job)]),
      ]);
      expect(await jobRow(db, child.job_id)).toMatchObject({ state: 'queued', ready: true });
      await settleJobs(db, workerId, [success(await claimOne(db, workerId))]);
    }
  });
});

it('a submit into a session looks that one up, however many there are', async () => {
  const { db } = database;
  const { session_id } = await submitted(db);
  await sql(
    db,
    `insert into session (id, org_id, created_by, title) select gen_random_uuid(), 1, 1, 'one of many' from generate_series(1, 3000)`,
  );
  await sql(db, 'vacuum analyze session');
  const read = await inTransaction(db, async (tx) => {
    await storeSubmissions(tx, [{ viewer, request: { text: 'more', session_id }, key: undefined }]);
    const { rows } = await tx.client.query(
      `select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'session'`,
    );
    return rows[0]?.rows;
  });
  expect(read).toBe(0);
});
