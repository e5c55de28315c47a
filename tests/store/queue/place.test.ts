// A job is told what it waits for and how many go first, in the order of the claim, and never a guess that isn't honest.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { etaMs } from '#lib/domain/queue/place.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { readQueue } from '#lib/store/queue/place.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, claimOne, emptyTables, sql, stranger, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function placeOf(jobId: string) {
  const { places } = await readQueue(database.db, viewer, [jobId]);
  const [place] = places;
  if (place === undefined) throw new Error('the job has no place');
  return place;
}

describe('a place in the queue', () => {
  it('is the order in which claims take the jobs, over all lanes', async () => {
    const { db } = database;
    await aWorker(db);
    const jobs = [
      await submitted(db, { priority: 60 }),
      await submitted(db, { priority: 50, options: { model: 'demo' } }),
      await submitted(db, { priority: 10, options: { model: 'openai/gpt-5' } }),
      await submitted(db, { priority: 50 }),
    ];
    const { places } = await readQueue(
      db,
      viewer,
      jobs.map(({ job_id }) => job_id),
    );
    expect(places.map(({ position, ahead, reason }) => [position, ahead, reason])).toEqual([
      [4, 3, 'turn'],
      [2, 1, 'turn'],
      [1, 0, 'turn'],
      [3, 2, 'turn'],
    ]);
    const inOrder = [...places].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(({ job_id }) => job_id);
    const claimed: string[] = [];
    for (let turn = 0; turn < jobs.length; turn += 1)
      for (const { id } of await claim(db, await aWorker(db), 1)) claimed.push(id);
    expect(claimed).toEqual(inOrder);
  });

  it('counts what stands in an open lane only, and says why a paused one waits and until when', async () => {
    const { db } = database;
    await aWorker(db);
    const held = await submitted(db, { options: { model: 'openai/gpt-5' } });
    const free = await submitted(db);
    await sql(
      db,
      `insert into pause (scope, until, reason, set_by) values ('provider:openai', db_now() + interval '1 minute', 'OpenAI asked for a minute.', 'test')`,
    );
    expect(await placeOf(free.job_id)).toMatchObject({ position: 1, reason: 'turn' });
    const place = await placeOf(held.job_id);
    expect(place).toMatchObject({ position: null, eta_ms: null, reason: 'paused' });
    expect(place.detail).toContain('OpenAI asked for a minute.');
    expect(place.until).not.toBeNull();
  });

  it('says that a model is at its limit', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await sql(db, `update worker set limits = '[{"models": "openai/gpt-5", "concurrency": 1}]'`);
    await submitted(db, { options: { model: 'openai/gpt-5' } });
    await claimOne(db, workerId);
    const next = await submitted(db, { options: { model: 'openai/gpt-5' } });
    const place = await placeOf(next.job_id);
    expect(place).toMatchObject({ reason: 'limited', position: 1, eta_ms: null });
    expect(place.detail).toContain('openai/gpt-5');
  });

  it('says what else a job waits for: another answer, its time, a worker', async () => {
    const { db } = database;
    const parent = await submitted(db);
    const child = await submitted(db, { parent_id: parent.prompt_id });
    const later = await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' });
    expect(await placeOf(parent.job_id)).toMatchObject({ reason: 'no_worker', position: 1, eta_ms: null });
    expect(await placeOf(child.job_id)).toMatchObject({ reason: 'dependency', waits_for: [parent.job_id] });
    expect(await placeOf(later.job_id)).toMatchObject({ reason: 'scheduled', until: '2999-01-01T00:00:00.000Z' });
    await cancelJob(db, viewer, later.job_id);
    expect(await placeOf(later.job_id)).toMatchObject({ reason: 'ended', state: 'cancelled' });
  });

  it('of a job that is tried again shows its clock, and of a running one nothing', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const { id, claim: claimed, attempt } = await claimOne(db, workerId);
    expect(await placeOf(job_id)).toMatchObject({ reason: 'running', position: null });
    const retry = { type: 'retry', kind: 'timeout', message: 'Too slow.', delayMs: 60_000 } as const;
    await settleJobs(db, workerId, [{ jobId: id, claim: claimed, attempt, ...retry }]);
    const place = await placeOf(job_id);
    expect(place.reason).toBe('backoff');
    expect(place.until).not.toBeNull();
  });

  it('is the viewer’s own: others’ jobs count, and are not told', async () => {
    const { db } = database;
    const theirs = await submitted(db, {}, stranger);
    const mine = await submitted(db);
    const { places } = await readQueue(db, viewer, [theirs.job_id, mine.job_id, randomUUID()]);
    expect(places.map(({ job_id, ahead }) => [job_id, ahead])).toEqual([[mine.job_id, 1]]);
  });

  it('is counted up to 2,000, and found in a moment, with 100,000 jobs queued', async () => {
    const { db } = database;
    await aWorker(db);
    const first = await submitted(db);
    await sql(db, 'alter table job disable trigger user');
    await sql(
      db,
      `insert into job (id, kind, org_id, created_by, lane, available_at)
       select gen_random_uuid(), 'task', 1, 1, case when n % 2 = 0 then 'default' else 'demo' end, db_now() + n * interval '1 microsecond'
       from generate_series(1, 100000) n`,
    );
    await sql(db, `insert into lane (name) values ('demo') on conflict do nothing`);
    await sql(db, 'alter table job enable trigger user');
    await sql(db, 'analyze job');
    const last = await submitted(db, { priority: 90 });
    await readQueue(db, viewer, [first.job_id, last.job_id]);
    const began = performance.now();
    const { places } = await readQueue(db, viewer, [first.job_id, last.job_id]);
    const took = performance.now() - began;
    expect(places.map(({ ahead, ahead_is_more }) => [ahead, ahead_is_more])).toEqual([
      [0, false],
      [2_000, true],
    ]);
    expect(took).toBeLessThan(1_000);
  });
});

describe('the time that is left', () => {
  const speed = { samples: 50, medianMs: 30_000, lowMs: 20_000, highMs: 60_000 };

  it('is the median × the position ÷ the slots', () => {
    expect(etaMs(8, 16, speed)).toBe(15_000);
    expect(etaMs(1, 1, speed)).toBe(30_000);
  });

  it('is not told with fewer than five samples, with times that differ more than fourfold, or with nobody to work', () => {
    expect(etaMs(1, 1, { ...speed, samples: 4 })).toBeNull();
    expect(etaMs(1, 1, { ...speed, highMs: 80_001 })).toBeNull();
    expect(etaMs(1, 0, speed)).toBeNull();
    expect(etaMs(1, 1, undefined)).toBeNull();
  });

  it('comes from the jobs of the same model that were answered last', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let n = 0; n < 6; n += 1) await submitted(db, { options: { model: 'demo' } });
    const jobs = await claim(db, workerId);
    await sql(db, `update job set started_at = db_now() - interval '32 seconds'`);
    await settleJobs(
      db,
      workerId,
      jobs.map(({ id, claim: claimed, attempt }) => ({
        jobId: id,
        claim: claimed,
        attempt,
        type: 'succeeded',
        content: 'Elbe',
        model: 'demo',
        ledger: {
          provider: 'demo',
          model: 'demo',
          tokensIn: 1,
          tokensOut: 1,
          tokensCached: 0,
          latencyMs: 32_000,
          isEstimate: true,
        },
      })),
    );
    const known = await submitted(db, { options: { model: 'demo' } });
    const unknown = await submitted(db, { options: { model: 'openai/gpt-5' } });
    const { places } = await readQueue({ ...db }, viewer, [known.job_id, unknown.job_id]);
    expect(places[0]?.eta_ms).toBeGreaterThan(1_000);
    expect(places[0]?.eta_ms).toBeLessThan(4_000);
    expect(places[1]?.eta_ms).toBeNull();
  });
});
