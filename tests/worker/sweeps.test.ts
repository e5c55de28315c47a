// The sweeps of an idle worker cost next to nothing.
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql, submitted } from '#tests/support/jobs.ts';
import { readyAllDue } from '#worker/reclaim.ts';

const database = testDatabase();

it('an empty queue is looked at again after two seconds, not in a loop', async () => {
  expect(await readyAllDue(database.db)).toBe(2_000);
});

it('a job that waits for another, and one that somebody else holds, do not make the sweep spin', async () => {
  const { db } = database;
  await emptyTables(db);
  const parent = await submitted(db);
  await submitted(db, { depends_on: [parent.job_id] });
  expect(await readyAllDue(db)).toBe(2_000);
  const { job_id } = await submitted(db, { scheduled_for: new Date(Date.now() + 60_000).toISOString() });
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query(`update job set available_at = db_now() - interval '1 second' where id = $1`, [job_id]);
  await holder.query('commit');
  await holder.query('begin');
  await holder.query('select 1 from job where id = $1 for update', [job_id]);
  expect(await readyAllDue(db)).toBeGreaterThanOrEqual(10);
  await holder.query('commit');
  holder.release();
  await readyAllDue(db);
  expect(await sql(db, 'select ready from job where id = $1', [job_id])).toEqual([{ ready: true }]);
});
