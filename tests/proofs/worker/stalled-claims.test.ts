// A worker that can claim nothing for half a minute says so, keeps its lease and what it runs, and goes on by itself.
import { beforeEach, describe, expect, it } from 'vitest';
import { answersOf, reached } from '#tests/proofs/support/facts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('a worker whose claims are held up', () => {
  it('says so after half a minute, keeps what it runs, and claims again once it can', async () => {
    const { db } = database;
    const worker = startWorkerProcess(db.directUrl);
    const running = await submitted(db, { text: '@demo hang' });
    const next = await submitted(db, { text: '@demo rate=0 reply="at last"', scheduled_for: '2999-01-01T00:00:00Z' });
    await reached(db, running.job_id, 'running');
    const inTheWay = await db.pool.connect();
    try {
      await inTheWay.query('begin');
      // Claims look at the lanes first; beats, streams and settlements do not.
      await inTheWay.query('lock table lane in access exclusive mode');
      await sql(db, 'update job set ready = true, available_at = db_now() where id = $1', [next.job_id]);
      expect(await worker.said(/nothing was claimed or looked for/)).toContain('claimAgeMs');
      expect(await jobRow(db, next.job_id)).toMatchObject({ state: 'queued' });
      expect(await jobRow(db, running.job_id)).toMatchObject({ state: 'running', claim: 1 });
    } finally {
      await inTheWay.query('rollback');
      inTheWay.release();
    }
    await reached(db, next.job_id, 'succeeded');
    expect(await answersOf(db, next.prompt_id)).toEqual(['at last']);
  }, 90_000);
});
