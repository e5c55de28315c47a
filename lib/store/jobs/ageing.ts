// No job waits for ever: the longer one waits ready, the lower (better) its rank, down to the urgent.
import { priorities } from '#lib/domain/job.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface Ageing {
  /** A job's rank falls by `step` for each of these it has been waiting. */
  readonly everyMs: number;
  readonly step: number;
}

/** A job of the lowest priority (100) is among the urgent after 45 minutes; there the oldest goes first. */
export const defaultAgeing: Ageing = { everyMs: 5 * 60_000, step: 10 };

/** Rows of one (lane, rank) in one sweep: those at its head are the ones a claim would take next. */
const headRows = 100;

/** Lowers the rank of jobs that have waited long enough; how many. Idempotent, bounded, safe in every worker at once. */
export async function ageWaiting(db: Database, { everyMs, step }: Ageing = defaultAgeing): Promise<number> {
  const aged = await run(db, ageStatement, [everyMs, step, priorities.urgent, headRows]);
  return aged.length;
}

// Touches: of each lane and rank the oldest ready rows, those being claimed skipped. Walks the claimable index by
// (lane, rank), so the work is a few rows however long the queue. The priority people chose stays as it was.
// By an array of ids: the planner expects a hundred rows of each rank of a thousand lanes, and would read the whole table
// to join so many.
const ageStatement: Statement = {
  name: 'age_waiting',
  text: `
with old as materialized (
  select head.id, head.rank, head.due_rank from lane l cross join generate_series($3::int + 1, 100) r cross join lateral (
    select j.id, j.rank, greatest($3::int, j.priority - $2::int * floor(extract(epoch from db_now() - j.available_at) * 1000 / $1::float8)::int) as due_rank
    from job j where j.state = 'queued' and j.ready and j.lane = l.name and j.rank = r
    order by j.available_at, j.id limit $4 for update skip locked
  ) head
)
update job j set rank = old.due_rank from old
where j.id = any(array(select id from old where due_rank < rank)) and j.id = old.id and old.due_rank < j.rank returning j.id`,
};
