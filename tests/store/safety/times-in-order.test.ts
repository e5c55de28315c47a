// A statement may begin before another has committed and still come after it (it waited for a lock, or for the processor): the times it stores say so.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimJobs } from '#lib/store/claims.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, emptyTables, loseLease, sql, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
/** Its statements all began two seconds ago. */
let late: Database;

beforeAll(() => {
  late = openDatabase({ url: database.url, clockShift: '-2 seconds' });
});
afterAll(() => closeDatabase(late));
beforeEach(() => emptyTables(database.db));

describe('a statement that began earlier than what it follows', () => {
  it('claims no job before its last attempt was over', async () => {
    const { db } = database;
    const dead = await aWorker(db);
    await submitted(db);
    await claimOne(db, dead);
    await loseLease(db, dead);
    await reclaimLostJobs(db);
    await claimLate(await aWorker(db));
    const [{ overlaps } = { overlaps: true }] = await sql(
      db,
      `select b.started_at < a.finished_at as overlaps from attempt a join attempt b on b.job_id = a.job_id and b.claim = a.claim + 1`,
    );
    expect(overlaps).toBe(false);
  });

  it('claims no job before it was there', async () => {
    const { db } = database;
    await submitted(db);
    await claimLate(await aWorker(db));
    expect(
      await sql(db, 'select id from job where least(started_at, first_started_at, claimed_at) < created_at'),
    ).toEqual([]);
  });

  it('stops no job before it was begun', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    await claimOne(db, await aWorker(db));
    expect((await cancelJob(late, viewer, job_id)).ok).toBe(true);
    const wrong = await sql(
      db,
      'select j.id from job j join attempt a on a.job_id = j.id where j.finished_at < j.started_at or a.finished_at < a.started_at',
    );
    expect(wrong).toEqual([]);
  });
});

async function claimLate(workerId: string): Promise<void> {
  const request = { workerId, kinds: ['prompt'], priorityCeiling: 100, limit: 1 } as const;
  expect(await claimJobs(late, request)).toHaveLength(1);
}
