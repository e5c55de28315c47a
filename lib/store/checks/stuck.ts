// Rows that do not move although they should, each with the recovery that ought to have moved it.
import type { StuckRows, WaitingLane } from '#lib/domain/operator/facts.ts';
import { type Database, run } from '#lib/store/client.ts';
import { dependenciesMet } from '#lib/store/jobs/dependants.ts';

/**
 * The rows that stand still, as named parts of a statement: lost, too_long, overdue, for_nothing. Each recovery has had a
 * minute to act on them; for rows of lost workers `grace` says how long.
 */
export const stillRows = (grace: string): string => `lost as (
  select j.id from job j left join worker w on w.id = j.worker_claim
  where j.state = 'running' and coalesce(w.lease_until, '-infinity') < db_now() - interval '${grace}'
), too_long as (
  select j.id from job j where j.state = 'running' and j.kind = 'prompt' and j.claimed_at < db_now() - interval '30 minutes' and j.id not in (select id from lost)
), overdue as (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at < db_now() - interval '1 minute' and ${dependenciesMet}
), for_nothing as (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at = 'infinity' and j.updated_at < db_now() - interval '1 minute'
    and (${dependenciesMet} or exists (select 1 from unnest(j.depends_on) d join job dj on dj.id = d
      where coalesce(dj.superseded_from, dj.state) in ('failed', 'cancelled')))
)`;

export async function findStuck(db: Database): Promise<StuckRows> {
  const [row] = await run<StuckRows & Record<string, unknown>>(
    db,
    {
      name: 'check_stuck',
      text: `
with ${stillRows('1 minute')}
select (select count(*) from lost) as lost, (select count(*) from too_long) as "tooLong", (select count(*) from overdue) as overdue,
  (select count(*) from for_nothing) as "forNothing",
  (select count(*) from schedule where paused_at is null and next_tick_at < db_now() - interval '1 minute') as "lateSchedules",
  array_remove(array[(select id::text from lost limit 1), (select id::text from too_long limit 1), (select id::text from overdue limit 1),
    (select id::text from for_nothing limit 1)], null) as examples`,
    },
    [],
  );
  if (row === undefined) throw new Error('the check for stuck rows returned no row');
  return row;
}

/** Lanes whose oldest ready job has been waiting longer than `olderThanMs`. */
export function findWaitingLanes(db: Database, olderThanMs: number): Promise<WaitingLane[]> {
  return run<WaitingLane & Record<string, unknown>>(
    db,
    {
      name: 'check_lanes',
      text: `
select * from (
  select j.lane, j.kind, count(*) as ready, extract(epoch from db_now() - min(j.available_at))::float8 * 1000 as "oldestMs",
    exists (select 1 from pause p where p.until = 'infinity'
      and p.scope in ('kind:' || j.kind, 'lane:' || j.lane, 'provider:' || split_part(j.lane, '/', 1))) as "isPausedForGood",
    (select count(*) from worker w where w.state = 'active' and w.lease_until > db_now() and j.kind = any(w.kinds)) as workers
  from job j where j.state = 'queued' and j.ready group by j.lane, j.kind
) l where "oldestMs" > $1 order by "oldestMs" desc limit 50`,
    },
    [olderThanMs],
  );
}
