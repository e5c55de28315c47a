// A worker's beats are kept as stretches, so that a silence can be told for a month and a living worker costs one row.
import { beforeEach, describe, expect, it } from 'vitest';
import { BeatConnection } from '#lib/store/beat.ts';
import { pruneBeats, readBeats } from '#lib/store/beats/beats.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, countOf, emptyTables, sql, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate worker_beat');
});

/** As if the last beat of every worker had been so long ago. */
async function passed(span: string): Promise<void> {
  await sql(
    database.db,
    `update worker_beat set from_at = from_at - interval '${span}', to_at = to_at - interval '${span}'`,
  );
}

async function beat(workerId: string): Promise<boolean> {
  const connection = new BeatConnection(database.url, 5_000);
  const held = await connection.renew(workerId, 60_000);
  await connection.close();
  return held;
}

describe('the beats of a worker', () => {
  it('are one stretch while it lives', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let n = 0; n < 3; n++) {
      await passed('5 seconds');
      expect(await beat(workerId)).toBe(true);
    }
    expect(await countOf(db, 'worker_beat')).toBe(1);
  });

  it('are another stretch after a silence, and a refused beat leaves nothing', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await passed('20 seconds');
    expect(await beat(workerId)).toBe(true);
    expect(await countOf(db, 'worker_beat')).toBe(2);
    await sql(db, `update worker set lease_until = db_now() - interval '1 second'`);
    await passed('20 seconds');
    expect(await beat(workerId)).toBe(false);
    expect(await countOf(db, 'worker_beat')).toBe(2);
  });

  it('are told with the job it held, and forgotten after their time', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    await aWorker(db);
    await claimOne(db, workerId);
    const job = await readJob(db, viewer, job_id);
    expect(job?.beats.map(({ worker_id }) => worker_id)).toEqual([workerId]);
    await passed('20 seconds');
    const now = new Date().toISOString();
    // Silent since then, but known: its last stretch is told all the same.
    expect(await readBeats(db, [workerId], now)).toHaveLength(1);
    await pruneBeats(db, 1);
    expect(await countOf(db, 'worker_beat')).toBe(2);
    await passed('2 days');
    await pruneBeats(db, 1);
    expect(await countOf(db, 'worker_beat')).toBe(0);
  });
});
