// The claim from chosen lanes, each within its room: the same statement as a claim without limits, but for that.
import { type ClaimColumns, type ClaimedJob, type ClaimRequest, claimedOf } from '#lib/store/claims.ts';
import { type Connection, type Database, run, type Statement } from '#lib/store/client.ts';
import { bestFirst, claimable, claimSql, looksOf, most, within } from './claim-sql.ts';
import type { Floors, Look } from './floors.ts';

/** A lane that may be claimed from: up to `room` jobs, which lanes of the same budget share. No budget: no limit. */
export interface OpenLane {
  readonly name: string;
  readonly budget: string | null;
  readonly room: number;
}

/** Claims the best jobs over these lanes, looking from `floors` on; `on` may be a transaction that holds what the room rests on. */
export async function claimFrom(
  db: Database,
  on: Database | Connection,
  { workerId, kinds, priorityCeiling, limit }: ClaimRequest,
  lanes: readonly OpenLane[],
  { floors, looks }: { readonly floors: Floors; readonly looks: readonly Look[] },
): Promise<ClaimedJob[]> {
  const values = [workerId, kinds, priorityCeiling, limit, JSON.stringify(looks), JSON.stringify(lanes)];
  const rows = await run<ClaimColumns & Record<string, unknown>>(on, claimFromStatement, values);
  // Full is what the limits allow: a claim that took all of that has seen no end of its lanes.
  floors.note(looks, rows, Math.min(limit, roomOver(lanes)));
  return claimedOf(db, rows);
}

/** What may be claimed over these lanes at most; lanes of one budget share its room. */
function roomOver(lanes: readonly OpenLane[]): number {
  const rooms = new Map(lanes.map(({ name, budget, room }) => [budget ?? `lane ${name}`, room]));
  return [...rooms.values()].reduce((sum, room) => sum + room, 0);
}

// Touches: of each given lane that is not paused the first queued and ready rows (from the claimer's floors on) in the
// claimable index's own order, at most its room, locked FOR UPDATE, those locked by another claim skipped; of these the
// best over all lanes, and of one budget no more than its room. A late claimer sees nothing. A worker whose lease is over
// gets nothing.
const claimFromStatement: Statement = {
  name: 'claim_from_lanes',
  text: claimSql({
    lanes: 'jsonb_to_recordset($6::jsonb) as l(name text, budget text, room int)',
    between: `look as materialized (
  select l.name as lane, l.budget, l.room, r.rank_from, r.at_from, r.rank_to from open_lane l cross join ${looksOf('$5', 'l.name')}
),`,
    heads: `select head.*, look.budget, look.room from look cross join lateral (
    select j.id, j.rank, j.available_at from job j where j.lane = look.lane and ${within('look')} and ${claimable}
    ${bestFirst} least(${most}, look.room) for update skip locked
  ) head`,
    picked: `select id from (select *, row_number() over (partition by budget order by rank, available_at, id) as place from locked) l
  where budget is null or place <= room order by rank, available_at, id limit ${most}`,
  }),
};
