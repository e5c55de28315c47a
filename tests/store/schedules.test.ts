// A tick fires once, whoever fires it; missed ticks follow the schedule's own policy.
import { beforeEach, describe, expect, it } from 'vitest';
import { nextTick } from '#lib/domain/queue/ticks.ts';
import { dueTicks, scheduleRequest } from '#lib/domain/schedule.ts';
import { type Fired, fireSchedules } from '#lib/store/schedules/fire.ts';
import {
  changeSchedule,
  createSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
} from '#lib/store/schedules/schedules.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, countOf, emptyTables, sql, stranger, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate schedule cascade');
});

const request = (over: object = {}) =>
  scheduleRequest.parse({ name: 'Morning', cron: '0 7 * * *', text: 'What is new?', ...over });
const overdue = (id: string, ago: string) =>
  sql(
    database.db,
    `update schedule set next_tick_at = date_trunc('hour', db_now()) - interval '${ago}' where id = $1`,
    [id],
  );

describe('a schedule', () => {
  it('leaves a trace of who made, paused, resumed and removed it, with what it was and became', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request());
    await pauseSchedule(db, null, id, true);
    await pauseSchedule(db, null, id, true);
    await pauseSchedule(db, viewer, id, false);
    await changeSchedule(db, viewer, id, { name: 'Noon', cron: '0 12 * * *' });
    expect(await removeSchedule(db, stranger, id)).toBe(false);
    await removeSchedule(db, viewer, id);
    const traces = await sql(
      db,
      `select actor, action, before ->> 'name' as was, after ->> 'name' as became, before ->> 'paused_at' is not null as paused
       from audit where subject_kind = 'schedule' and subject_id = $1 order by id`,
      [id],
    );
    expect(traces).toEqual([
      { actor: 'user:1', action: 'create', was: null, became: 'Morning', paused: false },
      { actor: 'operator', action: 'pause', was: 'Morning', became: 'Morning', paused: false },
      { actor: 'user:1', action: 'resume', was: 'Morning', became: 'Morning', paused: true },
      { actor: 'user:1', action: 'change', was: 'Morning', became: 'Noon', paused: false },
      { actor: 'user:1', action: 'remove', was: 'Noon', became: null, paused: false },
    ]);
  });

  it('that is due submits its prompt once, though eight workers look at the same moment', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request({ priority: 10 }));
    await overdue(id, '0 hours');
    const heard: Fired[] = [];
    const fired = await Promise.all(Array.from({ length: 8 }, () => fireSchedules(db, (one) => heard.push(one))));
    expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await sql(db, 'select id as "jobId", prompt_id as "promptId" from job')).toEqual(
      heard.map(({ jobId, promptId }) => ({ jobId, promptId })),
    );
    expect(await sql(db, 'select label from entity')).toEqual([{ label: 'What is new?' }]);
    expect((await claim(db, await aWorker(db))).map(({ priority }) => priority)).toEqual([10]);
    const [row] = await listSchedules(db, viewer);
    expect(new Date(row?.next_tick_at ?? 0).getTime()).toBeGreaterThan(Date.now());
    expect(row?.last_tick_at).not.toBeNull();
  });

  it('never fires a tick twice, even when it is moved back to it', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request());
    await overdue(id, '0 hours');
    await fireSchedules(db);
    await overdue(id, '0 hours');
    expect(await fireSchedules(db)).toBe(0);
    expect(await countOf(db, 'schedule_tick')).toBe(1);
  });

  it('that is paused fires nothing, and resumes from now', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request());
    await pauseSchedule(db, viewer, id, true);
    await overdue(id, '48 hours');
    expect(await fireSchedules(db)).toBe(0);
    await pauseSchedule(db, viewer, id, false);
    expect(await fireSchedules(db)).toBe(0);
  });

  it('whose prompt is refused says why and goes on', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request({ session_id: '00000000-0000-4000-8000-000000000001' }));
    await overdue(id, '0 hours');
    expect(await fireSchedules(db)).toBe(0);
    const [row] = await listSchedules(db, viewer);
    expect(row?.last_error).toContain('session_id');
    expect(new Date(row?.next_tick_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  });

  it('is its owner’s alone', async () => {
    const { db } = database;
    const { id } = await createSchedule(db, viewer, request());
    expect(await listSchedules(db, stranger)).toEqual([]);
    expect(await pauseSchedule(db, stranger, id, true)).toBe(false);
    expect(await removeSchedule(db, stranger, id)).toBe(false);
    expect(await removeSchedule(db, viewer, id)).toBe(true);
  });
});

describe('missed ticks', () => {
  const hourly = { cron: '0 * * * *', time_zone: 'UTC' };
  const due = new Date('2026-03-01T05:00:00Z');
  const now = new Date('2026-03-01T08:30:00Z');
  const hours = (policy: 'skip' | 'once' | 'all') =>
    dueTicks({ ...hourly, missed: policy }, due, now).fire.map((tick) => tick.getUTCHours());

  it('are skipped, made up once, or all made up', () => {
    expect(hours('skip')).toEqual([]);
    expect(hours('once')).toEqual([8]);
    expect(hours('all')).toEqual([5, 6, 7, 8]);
  });

  it('leave the next tick in the future', () => {
    expect(dueTicks({ ...hourly, missed: 'all' }, due, now).next?.toISOString()).toBe('2026-03-01T09:00:00.000Z');
    expect(
      dueTicks({ cron: '* * * * * *', time_zone: 'UTC', missed: 'once' }, due, now).next?.getTime(),
    ).toBeGreaterThan(now.getTime());
  });
});

describe('a cron expression', () => {
  it('keeps its wall clock over a change of daylight saving time', () => {
    const before = nextTick('0 7 * * *', 'Europe/Berlin', new Date('2026-03-28T00:00:00Z'));
    const after = nextTick('0 7 * * *', 'Europe/Berlin', new Date('2026-03-29T00:00:00Z'));
    expect([before?.toISOString(), after?.toISOString()]).toEqual([
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ]);
  });

  it('that cannot be read, or a zone that does not exist, is refused by name', () => {
    const faults = (over: object) =>
      scheduleRequest
        .safeParse({ name: 'x', cron: '0 7 * * *', text: 'y', ...over })
        .error?.issues.map(({ path }) => path[0]);
    expect(faults({ cron: 'every day' })).toEqual(['cron']);
    expect(faults({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone']);
    expect(faults({})).toBeUndefined();
  });
});
