// A worker killed in the middle of a model call: another one takes the job over, and there is one answer.
import { beforeEach, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, doubledThings, reached } from '#tests/proofs/support/facts.ts';
import { killHard, speakerOf, startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql, submitted } from '#tests/support/jobs.ts';
import { productLease, quickLease, startWorkerProcess } from '#tests/support/worker-process.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

/** About three seconds of speech, so that there is a middle to be killed in. */
const slowAnswer = '@demo delay=0 rate=20 tokens=60\nWhat keeps a promise when its keeper is gone?';

const lostThenAnswered = [
  { claim: 1, attempt: 1, outcome: 'lost', error_kind: 'worker_crash' },
  { claim: 2, attempt: 2, outcome: 'succeeded', error_kind: null },
];

/** Kills whoever speaks for the job; resolves with how long it took from there to the answer, ms. */
async function killAndWait(settings: Record<string, string>, withinMs: number): Promise<number> {
  const { db, url } = database;
  const workers = await startWorkers(db, url, 2, settings);
  const { job_id, prompt_id } = await submitted(db, { text: slowAnswer });
  const speaker = await speakerOf(db, job_id);
  await killHard(workers.find(({ pid }) => pid === speaker));
  const killedAt = performance.now();
  await reached(db, job_id, 'succeeded', { withinMs });
  const tookMs = performance.now() - killedAt;
  expect(await attemptsOf(db, job_id)).toEqual(lostThenAnswered);
  expect(await answersOf(db, prompt_id)).toHaveLength(1);
  expect(await doubledThings(db)).toEqual([]);
  const [finisher] = await sql(
    db,
    `select distinct w.pid from job_attempt a join worker w on w.id = a.worker_id where a.outcome = 'succeeded'`,
  );
  expect(finisher?.pid).not.toBe(speaker);
  await stopWell(workers.find(({ pid }) => pid !== speaker));
  return tookMs;
}

describe('a worker killed in the middle of a call', () => {
  it('is replaced within its lease, and its job has exactly one answer', async () => {
    await killAndWait(quickLease, 20_000);
  }, 60_000);

  it('is replaced within 40 s at the default settings, the answer included', async () => {
    expect(await killAndWait(productLease, 45_000)).toBeLessThan(40_000);
  }, 120_000);

  it('by its own model’s fault keeps being replaced until the attempts are used up, and the reason is kept', async () => {
    const { db, url } = database;
    const { job_id, prompt_id } = await submitted(db, {
      text: '@demo delay=0 rate=0 fail=crash\nTake the process down',
    });
    // Each start dies by its own model; three deaths use the three attempts up.
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      startWorkerProcess(url);
      await reachedClaim(job_id, deaths);
    }
    const last = startWorkerProcess(url);
    const job = await reached(db, job_id, 'failed');
    expect(job.error_kind).toBe('stuck');
    expect((await attemptsOf(db, job_id)).map(({ outcome, error_kind }) => [outcome, error_kind])).toEqual(
      Array.from({ length: 3 }, () => ['lost', 'worker_crash']),
    );
    expect(await answersOf(db, prompt_id)).toEqual([]);
    await stopWell(last);
  }, 90_000);
});

function reachedClaim(jobId: string, claim: number): Promise<unknown> {
  return eventually(
    async () =>
      (await sql(database.db, 'select 1 from job where id = $1 and claim >= $2', [jobId, claim])).length === 1,
    { withinMs: 30_000 },
  );
}
