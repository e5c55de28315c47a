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
    actorOf(viewer),
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
  await run(db, pauseStatement, [id, isPaused, next, actorOf(viewer)]);
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
    actorOf(viewer),
  ]);
  return true;
}

/** Removes the schedule; what it has submitted stays. False: no such schedule. */
export async function removeSchedule(db: Database, viewer: Viewer | null, id: string): Promise<boolean> {
  const removed = await run(db, removeStatement, [id, viewer?.orgId ?? null, viewer?.userId ?? null, actorOf(viewer)]);
  return removed.length > 0;
}

/** Who did it, as audit rows name people; null is the operator. */
function actorOf(viewer: Viewer | null): string {
  return viewer === null ? 'operator' : `user:${viewer.userId}`;
}

const clockStatement: Statement = { name: 'read_clock', text: 'select db_now() as now' };

/** What an audit row keeps of a schedule: all that people can set, the prompt's text aside, which is long and in the prompts it sent. */
const written = (row: string): string => `
  jsonb_build_object('name', ${row}.name, 'cron', ${row}.cron, 'time_zone', ${row}.time_zone, 'missed', ${row}.missed,
    'request', ${row}.request - 'text', 'paused_at', ${row}.paused_at)`;

const insertStatement: Statement = {
  name: 'create_schedule',
  text: `
with made as (
  insert into schedule (id, org_id, created_by, name, cron, time_zone, missed, request, next_tick_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *
)
insert into audit (org_id, actor, action, subject_kind, subject_id, after)
select org_id, $10, 'create', 'schedule', id, ${written('made')} from made`,
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
  text: `
with old as materialized (
  select * from schedule where id = $1 for update
), changed as (
  update schedule s set paused_at = case when $2 then coalesce(old.paused_at, db_now()) end, next_tick_at = $3 from old where s.id = old.id returning s.*
)
insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
select c.org_id, $4, case when $2 then 'pause' else 'resume' end, 'schedule', c.id, ${written('old')}, ${written('c')}
from changed c join old on old.id = c.id where (old.paused_at is null) <> (c.paused_at is null)`,
};

// Touches: one schedule under its row lock; a worker that is firing it has moved it on before or will read it as changed.
const changeStatement: Statement = {
  name: 'change_schedule',
  text: `
with old as materialized (
  select * from schedule where id = $1 for update
), changed as (
  update schedule s set name = coalesce($2, old.name), cron = coalesce($3, old.cron), time_zone = coalesce($4, old.time_zone),
    missed = coalesce($5, old.missed), request = old.request || $6::jsonb,
    next_tick_at = case when $7 then $8 else old.next_tick_at end, last_error = null
  from old where s.id = old.id returning s.*
)
insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
select c.org_id, $9, 'change', 'schedule', c.id, ${written('old')}, ${written('c')} from changed c join old on old.id = c.id`,
};

const removeStatement: Statement = {
  name: 'remove_schedule',
  text: `
with gone as (
  delete from schedule where id = $1 and ($2::bigint is null or org_id = $2) and ($3::bigint is null or created_by = $3) returning *
)
insert into audit (org_id, actor, action, subject_kind, subject_id, before)
select org_id, $4, 'remove', 'schedule', id, ${written('gone')} from gone returning subject_id`,
};
