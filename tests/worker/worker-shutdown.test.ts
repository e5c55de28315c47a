// A worker that is asked to stop loses nothing and spends no attempt; with real processes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { endWorkers, spawnWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

describe('a worker that gets SIGTERM', () => {
  it('releases what does not finish in the grace time without losing an attempt', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'wait' });
    await worker.reported('started', job_id);
    worker.send('SIGTERM');
    expect((await worker.reported('aborted', job_id)).why).toBe('shutdown');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'queued', ready: true, attempt: 1, worker_claim: null });
    expect(await sql(db, 'select state from worker')).toEqual([{ state: 'stopped' }]);
    expect(await sql(db, 'select outcome from job_attempt')).toEqual([{ outcome: 'released' }]);
  }, 60_000);

  it('lets a job that ends in the grace time finish', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'block 400' });
    await worker.reported('started', job_id);
    worker.send('SIGTERM');
    await worker.exited;
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'succeeded', attempt: 1 });
  }, 60_000);

  it('releases a job whose handler ignores the abort', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'deaf' });
    await worker.reported('started', job_id);
    worker.send('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'queued', attempt: 1 });
  }, 60_000);

  it('takes a Ctrl-C that arrives twice as one request', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'wait' });
    await worker.reported('started', job_id);
    worker.send('SIGINT');
    worker.send('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'queued', attempt: 1 });
  }, 60_000);

  it('leaves at once at the second signal', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'deaf' });
    await worker.reported('started', job_id);
    worker.send('SIGTERM');
    // The row says that the first signal was taken.
    await expect.poll(() => sql(db, 'select state from worker'), { timeout: 5_000 }).toEqual([{ state: 'draining' }]);
    // What comes within a quarter of a second is the first one's echo, so it is sent until it counts.
    const again = setInterval(() => worker.send('SIGTERM'), 50);
    expect(await worker.exited).toEqual({ code: 1, signal: null });
    clearInterval(again);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'running' });
  }, 60_000);
});
