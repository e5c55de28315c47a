// A recurring prompt is sent once at each of its times, also around the moment it is changed, removed or made anew.
import { beforeEach, describe, expect, it } from 'vitest';
import { scheduleRequest } from '#lib/domain/schedule.ts';
import { fireSchedules } from '#lib/store/schedules/fire.ts';
import { createSchedule, pauseSchedule, removeSchedule } from '#lib/store/schedules/schedules.ts';
import { testDatabase } from '#tests/support/database.ts';
import { countOf, emptyTables, sql, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate schedule cascade');
});

const request = scheduleRequest.parse({ name: 'Yearly', cron: '0 0 1 1 *', text: 'What is new?' });
const makeDue = (id: string) =>
  sql(database.db, `update schedule set next_tick_at = date_trunc('hour', db_now()) where id = $1`, [id]);

describe('a tick', () => {
  it('that has fired does not fire again when its schedule is removed and made anew', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request);
    await makeDue(id);
    expect(await fireSchedules(db)).toBe(1);
    expect(await removeSchedule(db, viewer, id)).toBe(true);
    await createSchedule(db, viewer, request);
    expect(await fireSchedules(db)).toBe(0);
    expect(await countOf(db, 'job')).toBe(1);
  });

  it('fires once or not at all while its schedule is paused and resumed at the same moment', async () => {
    const { db } = database;
    for (let round = 0; round < 10; round++) {
      await emptyTables(db);
      const { id } = await createSchedule(db, viewer, request);
      await makeDue(id);
      await Promise.all([
        fireSchedules(db),
        pauseSchedule(db, viewer, id, true),
        fireSchedules(db),
        pauseSchedule(db, viewer, id, false),
        fireSchedules(db),
      ]);
      expect(await countOf(db, 'job')).toBeLessThanOrEqual(1);
      await removeSchedule(db, viewer, id);
    }
  });

  it('and its prompt are one: a tick whose prompt could not be stored has not fired', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request);
    await makeDue(id);
    await sql(db, `alter table entity add constraint no_room check (content <> 'What is new?') not valid`);
    await fireSchedules(db).catch(() => undefined);
    expect([await countOf(db, 'schedule_tick'), await countOf(db, 'job')]).toEqual([0, 0]);
    await sql(db, 'alter table entity drop constraint no_room');
  });
});
