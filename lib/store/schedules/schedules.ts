// Schedules as their owner sees them: made, listed, paused, removed.
import { v7 as newId } from 'uuid';
import type { Viewer } from '#lib/auth/viewer.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { nextTick } from '#lib/domain/queue/ticks.ts';
import type { ScheduleChange, ScheduleRequest } from '#lib/domain/schedule.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

/** Stores a schedule; its first tick is the next one after now by the database's clock. */
export async function createSchedule(db: Database, viewer: Viewer, request: ScheduleRequest): Promise<ScheduleRow> {
  const { name, cron, time_zone, missed, ...prompt } = request;
  const [clock] = await run<{ now: string }>(db, clockStatement, []);
  const next = nextTick(cron, time_zone, new Date(clock?.now ?? Date.now()));
  const id = newId();
  await run(db, insertStatement, [
    id,
    viewer.orgId,
    viewer.userId,
    name,
    cron,
    time_zone,
    missed,
    JSON.stringify(prompt),
    next,
  ]);
  const [row] = await listSchedules(db, viewer, id);
  if (row === undefined) throw new Error('a stored schedule could not be read back');
  return row;
}

/** The viewer's schedules, oldest first; or the one named. A null viewer is the operator. */
export function listSchedules(db: Database, viewer: Viewer | null, id?: string): Promise<ScheduleRow[]> {
  return run<ScheduleRow & Record<string, unknown>>(db, listStatement, [
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
    id ?? null,
  ]);
}

/** Pauses or resumes. Resuming counts from now: ticks that passed in the pause are not made up for. False: no such schedule. */
export async function pauseSchedule(
  db: Database,
  viewer: Viewer | null,
  id: string,
  isPaused: boolean,
): Promise<boolean> {
  const [schedule] = await listSchedules(db, viewer, id);
  if (schedule === undefined) return false;
  const [clock] = await run<{ now: string }>(db, clockStatement, []);
  const next = nextTick(schedule.cron, schedule.time_zone, new Date(clock?.now ?? Date.now()));
  await run(db, pauseStatement, [id, isPaused, next]);
  return true;
}

/**
 * Changes the named fields; with another expression or zone it waits for the next tick of that, counted from now. Prompts
 * that it has sent stay as they are. False: no such schedule.
 */
export async function changeSchedule(
  db: Database,
  viewer: Viewer | null,
  id: string,
  change: ScheduleChange,
): Promise<boolean> {
  const [schedule] = await listSchedules(db, viewer, id);
  if (schedule === undefined) return false;
  const { name, cron, time_zone, missed, ...prompt } = change;
  const isMoved = cron !== undefined || time_zone !== undefined;
  const [clock] = await run<{ now: string }>(db, clockStatement, []);
  const now = new Date(clock?.now ?? Date.now());
  const next = isMoved ? nextTick(cron ?? schedule.cron, time_zone ?? schedule.time_zone, now) : null;
  await run(db, changeStatement, [
    id,
    name ?? null,
    cron ?? null,
    time_zone ?? null,
    missed ?? null,
    JSON.stringify(prompt),
    isMoved,
    next,
  ]);
  return true;
}

/** Removes the schedule; what it has submitted stays. False: no such schedule. */
export async function removeSchedule(db: Database, viewer: Viewer | null, id: string): Promise<boolean> {
  const removed = await run(db, removeStatement, [id, viewer?.orgId ?? null, viewer?.userId ?? null]);
  return removed.length > 0;
}

const clockStatement: Statement = { name: 'read_clock', text: 'select db_now() as now' };

const insertStatement: Statement = {
  name: 'create_schedule',
  text: `
insert into schedule (id, org_id, created_by, name, cron, time_zone, missed, request, next_tick_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const listStatement: Statement = {
  name: 'list_schedules',
  text: `
select s.id, s.name, s.cron, s.time_zone, s.missed, s.request ->> 'text' as text, s.request -> 'options' ->> 'model' as model,
  (s.request ->> 'priority')::int as priority, (s.request -> 'options' ->> 'max_attempts')::int as max_attempts, s.next_tick_at, s.paused_at, s.last_error, s.created_at,
  last.tick_at as last_tick_at, last.prompt_id as last_prompt_id, j.state as last_state, j.error_kind as last_error_kind
from schedule s left join lateral (
  select t.tick_at, t.prompt_id from schedule_tick t where t.schedule_id = s.id order by t.tick_at desc limit 1
) last on true left join job j on j.prompt_id = last.prompt_id and j.state <> 'superseded'
where ($1::bigint is null or s.org_id = $1) and ($2::bigint is null or s.created_by = $2) and ($3::uuid is null or s.id = $3)
order by s.created_at, s.id limit 1000`,
};

const pauseStatement: Statement = {
  name: 'pause_schedule',
  text: `update schedule set paused_at = case when $2 then coalesce(paused_at, db_now()) end, next_tick_at = $3 where id = $1`,
};

// Touches: one schedule under its row lock; a worker that is firing it has moved it on before or will read it as changed.
const changeStatement: Statement = {
  name: 'change_schedule',
  text: `
update schedule set name = coalesce($2, name), cron = coalesce($3, cron), time_zone = coalesce($4, time_zone), missed = coalesce($5, missed),
  request = request || $6::jsonb, next_tick_at = case when $7 then $8 else next_tick_at end, last_error = null where id = $1`,
};

const removeStatement: Statement = {
  name: 'remove_schedule',
  text: `
delete from schedule where id = $1 and ($2::bigint is null or org_id = $2) and ($3::bigint is null or created_by = $3) returning id`,
};
