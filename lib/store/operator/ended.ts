// What ended when, in slices of time without gaps, and how many jobs of an org are alive.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { EndedSlice, OverviewAnswer } from '#lib/domain/operator/overview.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

/** The org's jobs that ended in the last `slices` minutes or hours, oldest slice first; a replaced job counts as it ended. */
export function readEnded(
  db: Database,
  viewer: Viewer,
  unit: 'minute' | 'hour',
  slices: number,
): Promise<EndedSlice[]> {
  return run<EndedSlice & Record<string, unknown>>(db, endedStatement, [viewer.orgId, unit, slices]);
}

// The BRIN index on finished_at finds the asked time, whatever lies before it.
const endedStatement: Statement = {
  name: 'read_ended',
  text: `
with ended as (
  select date_trunc($2, j.finished_at, 'UTC') as at, coalesce(j.superseded_from, j.state) as outcome, count(*) as jobs
  from job j where j.org_id = $1 and j.finished_at >= date_trunc($2, db_now(), 'UTC') - ($3 - 1) * ('1 ' || $2)::interval
  group by 1, 2
)
select s.at, coalesce(sum(e.jobs) filter (where e.outcome = 'succeeded'), 0)::bigint as succeeded,
  coalesce(sum(e.jobs) filter (where e.outcome = 'failed'), 0)::bigint as failed,
  coalesce(sum(e.jobs) filter (where e.outcome = 'cancelled'), 0)::bigint as cancelled
from generate_series(date_trunc($2, db_now(), 'UTC') - ($3 - 1) * ('1 ' || $2)::interval, date_trunc($2, db_now(), 'UTC'), ('1 ' || $2)::interval) as s (at)
left join ended e on e.at = s.at group by s.at order by s.at`,
};

/** The org's live jobs and open failures, from the partial indexes alone. */
export async function countLive(db: Database, viewer: Viewer): Promise<OverviewAnswer['counts'] & { now: string }> {
  const [row] = await run<OverviewAnswer['counts'] & { now: string }>(db, liveStatement, [viewer.orgId]);
  if (row === undefined) throw new Error('the count of live jobs returned no row');
  return row;
}

const liveStatement: Statement = {
  name: 'count_live',
  text: `
select db_now() as now,
  (select count(*) from job where state = 'queued' and ready and org_id = $1) as ready,
  (select count(*) from job where state = 'queued' and not ready and org_id = $1) as waiting,
  (select count(*) from job where state = 'running' and org_id = $1) as running,
  (select count(*) from job where state = 'failed' and org_id = $1) as failed,
  (select case when count(*) > 0 then greatest(0, extract(epoch from db_now() - min(available_at)) * 1000)::float8 end from job where state = 'queued' and ready and org_id = $1) as oldest_ready_ms`,
};
