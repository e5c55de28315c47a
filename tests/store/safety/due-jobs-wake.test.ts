// A waiting job whose time has come becomes claimable, whatever is wrong with others that wait beside it.
import { expect, it } from 'vitest';
import { makeDueReady } from '#lib/store/jobs/waiting.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();

it('rows that cannot be written keep no other from its time, are told, and are tried again', async () => {
  const { db } = database;
  await emptyTables(db);
  const jobs: string[] = [];
  for (let index = 0; index < 8; index++)
    jobs.push((await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' })).job_id);
  await sql(db, `update job set available_at = db_now() - interval '1 minute'`);
  const bad = jobs.slice(0, 5);
  const list = bad.map((id) => `'${id}'`).join(', ');
  await sql(db, `alter table job add constraint bad_rows check (id not in (${list}) or not ready) not valid`);
  await expect(makeDueReady(db, 2)).rejects.toThrow('bad_rows');
  const ready = () => sql<{ id: string }>(db, 'select id from job where ready order by id');
  expect((await ready()).map(({ id }) => id)).toEqual(jobs.slice(5).toSorted());
  await sql(db, 'alter table job drop constraint bad_rows');
  expect(await makeDueReady(db)).toBe(bad.length);
});
