// Recurring prompts over HTTP: made, listed, paused, resumed, removed by their owner; and they really send.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as pause } from '#app/api/schedules/[id]/pause/route.ts';
import { POST as resume } from '#app/api/schedules/[id]/resume/route.ts';
import { PATCH as change, DELETE as remove } from '#app/api/schedules/[id]/route.ts';
import { POST as create, GET as list } from '#app/api/schedules/route.ts';
import { scheduleList, scheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { scheduleRequest } from '#lib/domain/schedule.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { fireSchedules } from '#lib/store/schedules/fire.ts';
import { createSchedule } from '#lib/store/schedules/schedules.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql, stranger } from '#tests/support/jobs.ts';
import { call, refused } from './call.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate schedule cascade');
});

const morning = { name: 'Morning', cron: '0 7 * * 1-5', time_zone: 'Europe/Berlin', text: 'What is new?' };
const post = (handler: typeof pause, id: string) => call(database.db, handler, { params: { id }, body: {} });
const drop = (id: string) => call(database.db, remove, { method: 'DELETE', params: { id } });
const listed = async () => parse(scheduleList, await (await call(database.db, list)).json()).schedules;

describe('a schedule over HTTP', () => {
  it('is made, sends its prompt when due, is paused, resumed and removed', async () => {
    const { db } = database;
    const made = await call(db, create, { body: { ...morning, options: { model: 'demo' } } });
    expect(made.status).toBe(201);
    const { id } = parse(scheduleRow, await made.json());
    await sql(db, `update schedule set next_tick_at = db_now() - interval '1 second'`);
    expect(await fireSchedules(db)).toBe(1);
    const [row] = await listed();
    const [prompt] = await sql<{ id: string }>(db, 'select id from entity');
    expect(row).toMatchObject({ id, name: 'Morning', model: 'demo', last_prompt_id: prompt?.id, paused_at: null });
    expect(row?.last_state).toBe('queued');
    expect(parse(scheduleRow, await (await post(pause, id)).json()).paused_at).not.toBeNull();
    expect(parse(scheduleRow, await (await post(resume, id)).json()).paused_at).toBeNull();
    expect(await (await drop(id)).json()).toEqual({ id, removed: true });
    expect(await listed()).toEqual([]);
    expect((await refused(await drop(id))).status).toBe(404);
  });

  it('that cannot be meant is refused by name', async () => {
    const fields = async (over: object) =>
      (await refused(await call(database.db, create, { body: { ...morning, ...over } }))).fields;
    expect(await fields({ cron: 'every day' })).toEqual(['cron']);
    expect(await fields({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone']);
    expect(await fields({ text: '' })).toEqual(['text']);
    expect(await fields({ missed: 'never' })).toEqual(['missed']);
    expect(await fields({ colour: 'red' })).toEqual(['colour']);
    expect(await listed()).toEqual([]);
  });

  it('is changed field by field, and counts its next tick anew only when its times changed', async () => {
    const { db } = database;
    const made = parse(scheduleRow, await (await call(db, create, { body: { ...morning, priority: 10 } })).json());
    const patch = async (body: object) =>
      parse(scheduleRow, await (await call(db, change, { method: 'PATCH', params: { id: made.id }, body })).json());
    const renamed = await patch({ name: 'Dawn', text: 'What now?', options: { model: 'demo', max_attempts: 2 } });
    expect(renamed).toMatchObject({ name: 'Dawn', text: 'What now?', model: 'demo', max_attempts: 2, priority: 10 });
    expect(renamed.next_tick_at).toBe(made.next_tick_at);
    const moved = await patch({ cron: '0 9 1 1 *', time_zone: 'UTC', missed: 'skip' });
    expect(moved).toMatchObject({ name: 'Dawn', cron: '0 9 1 1 *', missed: 'skip', last_state: null });
    expect(moved.next_tick_at).toMatch(/-01-01T09:00:00/);
    const refusedFields = async (body: object) =>
      (await refused(await call(db, change, { method: 'PATCH', params: { id: made.id }, body }))).fields;
    expect(await refusedFields({ cron: 'often' })).toEqual(['cron']);
    expect(await refusedFields({ missed: 'never' })).toEqual(['missed']);
    expect(await refusedFields({})).toEqual(['body']);
    const { id } = await createSchedule(db, stranger, scheduleRequest.parse(morning));
    const foreign = await call(db, change, { method: 'PATCH', params: { id }, body: { name: 'Mine' } });
    expect((await refused(foreign)).status).toBe(404);
  });

  it('of somebody else is neither listed, paused nor removed', async () => {
    const { id } = await createSchedule(database.db, stranger, scheduleRequest.parse(morning));
    expect(await listed()).toEqual([]);
    for (const handler of [pause, resume]) expect((await refused(await post(handler, id))).status).toBe(404);
    expect((await refused(await drop(id))).status).toBe(404);
    expect((await refused(await post(pause, randomUUID()))).status).toBe(404);
    expect(await sql(database.db, 'select paused_at from schedule')).toEqual([{ paused_at: null }]);
  });
});
