// A provider that fails: tried again until it answers, or an orphan with its reason when the attempts are used up.
import { beforeAll, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, reached } from '#tests/proofs/support/facts.ts';
import { stopWell } from '#tests/proofs/support/workers.ts';
import type { RealProcess } from '#tests/support/child-process.ts';
import { testDatabase } from '#tests/support/database.ts';
import { jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';

const database = testDatabase();
let worker: RealProcess;
beforeAll(() => {
  worker = startWorkerProcess(database.url);
});

const failedBy = (error_kind: string, claim: number) => ({ claim, attempt: claim, outcome: 'failed', error_kind });

describe('a provider that fails twice', () => {
  it('is asked a third time, and its answer is the only one', async () => {
    const { db } = database;
    const asked = await submitted(db, { text: '@demo fail=500 times=2 delay=0 rate=0 reply="at last"\nTry again' });
    await reached(db, asked.job_id, 'succeeded');
    expect(await attemptsOf(db, asked.job_id)).toEqual([
      failedBy('provider_5xx', 1),
      failedBy('provider_5xx', 2),
      { claim: 3, attempt: 3, outcome: 'succeeded', error_kind: null },
    ]);
    expect(await answersOf(db, asked.prompt_id)).toEqual(['at last']);
    expect(await jobRow(db, asked.job_id)).toMatchObject({ error_kind: null, error_message: null, supersedes: null });
  });

  it('is not asked before the wait is over', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { text: '@demo fail=429 times=1 retry-after=60s delay=0 rate=0\nPatience' });
    await reached(db, job_id, 'succeeded');
    const [waited] = await sql<{ due: boolean; ms: number }>(
      db,
      `select b.started_at >= a.retry_at as due, extract(epoch from a.retry_at - a.finished_at)::float8 * 1000 as ms
       from job_attempt a join job_attempt b on b.job_id = a.job_id and b.claim = 2 where a.job_id = $1 and a.claim = 1`,
      [job_id],
    );
    expect(waited?.due).toBe(true);
    // A hundredth of the minute that the provider asked for.
    expect(waited?.ms).toBeCloseTo(600, -1);
  });
});

describe('a provider that always fails', () => {
  it('makes an orphan after three attempts, with its kind and a sentence', async () => {
    const { db } = database;
    const { job_id, prompt_id } = await submitted(db, { text: '@demo fail=500 delay=0 rate=0\nNever works' });
    const job = await reached(db, job_id, 'failed');
    expect(job).toMatchObject({ attempt: 3, max_attempts: 3, error_kind: 'provider_5xx', worker_claim: null });
    expect(String(job.error_message)).toMatch(/^The .+\.$/);
    expect(await attemptsOf(db, job_id)).toEqual([1, 2, 3].map((claim) => failedBy('provider_5xx', claim)));
    expect(await answersOf(db, prompt_id)).toEqual([]);
  });

  it('for a reason that no waiting mends makes an orphan at once', async () => {
    const { db } = database;
    for (const [fail, kind] of [
      ['400', 'provider_4xx'],
      ['401', 'auth'],
      ['parse', 'parse'],
    ] as const) {
      const { job_id } = await submitted(db, { text: `@demo fail=${fail} delay=0 rate=0\nOnce is enough` });
      expect(await reached(db, job_id, 'failed')).toMatchObject({ attempt: 1, error_kind: kind });
    }
  });

  it('keeps the text it had spoken before it broke off', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, {
      text: '@demo fail=cut delay=0 rate=0 reply="one two three four"\nHalf a loaf',
      options: { max_attempts: 1 },
    });
    await reached(db, job_id, 'failed');
    const [attempt] = await sql(db, 'select output from job_attempt where job_id = $1', [job_id]);
    expect(attempt?.output).toMatch(/^one two/);
  });

  it('leaves its worker well', async () => {
    const { job_id } = await submitted(database.db, { text: '@demo delay=0 rate=0\nStill there?' });
    await reached(database.db, job_id, 'succeeded');
    await stopWell(worker);
  });
});
