// The claim from chosen lanes, each within its room: the same statement as a claim without limits, but for that.
import type { ClaimedJob, ClaimRequest } from '#lib/store/claims.ts';
import { type Connection, type Database, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

/** A lane that may be claimed from: up to `room` jobs, which lanes of the same budget share. No budget: no limit. */
export interface OpenLane {
  readonly name: string;
  readonly budget: string | null;
  readonly room: number;
}

interface ClaimColumns extends ClaimedJob {
  readonly leftOver: boolean;
}

/** Claims the best jobs over these lanes; `on` may be a transaction that holds what the room rests on. */
export async function claimFrom(
  db: Database,
  on: Database | Connection,
  { workerId, kinds, priorityCeiling, limit }: ClaimRequest,
  lanes: readonly OpenLane[],
): Promise<ClaimedJob[]> {
  const values = [workerId, kinds, priorityCeiling, limit, JSON.stringify(lanes)];
  const rows = await run<ClaimColumns & Record<string, unknown>>(on, claimFromStatement, values);
  if (rows.length > 0) db.notifier.note(channels.event);
  // Rows that were locked only to be compared hid from other claimers for a moment: they look again.
  if (rows[0]?.leftOver) db.notifier.note(channels.ready);
  return rows.map(({ leftOver: _, ...job }) => job);
}

// Touches: of each given lane that is not paused the first queued and ready rows in the claimable index's own order, at
// most its room, locked FOR UPDATE, those locked by another claim skipped; of these the best over all lanes, and of one
// budget no more than its room. A late claimer sees nothing. A worker whose lease is over gets nothing.
const claimFromStatement: Statement = {
  name: 'claim_from_lanes',
  text: `
with open_lane as materialized (
  select l.* from jsonb_to_recordset($5::jsonb) as l(name text, budget text, room int) where not exists (select 1 from pause p
    where p.scope in ('lane:' || l.name, 'provider:' || split_part(l.name, '/', 1)) and p.until > db_now())
  and exists (select 1 from worker where id = $1 and state = 'active' and lease_until > db_now())
), open_kind as materialized (
  select k from unnest($2::text[]) k where not exists (select 1 from pause p where p.scope = 'kind:' || k and p.until > db_now())
), locked as materialized (
  select head.*, l.budget, l.room from open_lane l cross join lateral (
    select j.id, j.rank, j.available_at from job j
    where j.state = 'queued' and j.ready and j.lane = l.name and j.priority <= $3 and j.kind = any(array(select k from open_kind))
    order by j.rank, j.available_at, j.id limit least($4, l.room) for update skip locked
  ) head
), picked as materialized (
  select id from (select *, row_number() over (partition by budget order by rank, available_at, id) as place from locked) l
  where budget is null or place <= room order by rank, available_at, id limit $4
), claimed as (
  update job j set state = 'running', ready = false, worker_claim = $1, claim = j.claim + 1, claimed_at = db_now(), started_at = db_now(),
    first_started_at = coalesce(j.first_started_at, db_now()), version = j.version + 1, updated_at = db_now()
  from picked where j.id = picked.id
  returning j.*
), attempts as (
  insert into job_attempt (job_id, claim, attempt, worker_id) select id, claim, attempt, worker_claim from claimed
)
select id, kind, prompt_id as "promptId", session_id as "sessionId", org_id as "orgId", created_by as "createdBy", attempt,
  max_attempts as "maxAttempts", claim, options, priority, lane, (select count(*) from locked) > (select count(*) from picked) as "leftOver"
from claimed order by rank, available_at, id`,
};
