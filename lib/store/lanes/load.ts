// How much work each lane has: what a pause of it would hold back.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { LaneLoad } from '#lib/domain/operator/pause.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

/** The org's lanes with live jobs, the most waiting first. */
export function readLaneLoads(db: Database, viewer: Viewer): Promise<LaneLoad[]> {
  return run<LaneLoad & Record<string, unknown>>(db, loadStatement, [viewer.orgId]);
}

const loadStatement: Statement = {
  name: 'read_lane_loads',
  text: `
select lane, kind, sum(waiting)::bigint as waiting, sum(running)::bigint as running from (
  select lane, kind, count(*) as waiting, 0 as running from job where state = 'queued' and org_id = $1 group by lane, kind
  union all select lane, kind, 0, count(*) from job where state = 'running' and org_id = $1 group by lane, kind
) l group by lane, kind order by 3 desc, 4 desc, 1, 2 limit 200`,
};
