// The jobs that stand still although they should not, one by one: what the doctor counts, for people to look at.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { StuckJob } from '#lib/domain/operator/overview.ts';
import { stillRows } from '#lib/store/checks/stuck.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface StuckList {
  /** At most 50, the longest still first. */
  readonly jobs: StuckJob[];
  readonly count: number;
  /** Whose worker is gone: one sweep takes them back. */
  readonly reclaimable: number;
}

/** Of the viewer's org. A job whose worker has just been lost is in the list at once, until somebody takes it back. */
export async function listStuckJobs(db: Database, viewer: Viewer): Promise<StuckList> {
  const rows = await run<StuckJob & { total: number; lost: number }>(db, listStatement, [viewer.orgId]);
  return {
    jobs: rows.map(({ total: _, lost: __, ...job }) => job),
    count: rows[0]?.total ?? 0,
    reclaimable: rows[0]?.lost ?? 0,
  };
}

const listStatement: Statement = {
  name: 'list_stuck_jobs',
  text: `
with ${stillRows('0')}, still as (
  select id, 'lost' as reason from lost union all select id, 'too_long' from too_long
  union all select id, 'overdue' from overdue union all select id, 'for_nothing' from for_nothing
)
select j.id as job_id, j.prompt_id, j.kind, j.state, coalesce(p.label, '') as label, s.reason, j.worker_claim as worker_id,
  case s.reason when 'lost' then coalesce(w.lease_until, j.claimed_at) when 'too_long' then j.claimed_at
    when 'overdue' then j.available_at else j.updated_at end as since,
  count(*) over () as total, count(*) filter (where s.reason = 'lost') over () as lost
from still s join job j on j.id = s.id left join entity p on p.id = j.prompt_id left join worker w on w.id = j.worker_claim
where j.org_id = $1 order by since, j.id limit 50`,
};
