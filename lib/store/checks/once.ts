// Did everything happen exactly once? Counted from the rows, for whoever proves it.
import { type Database, run } from '#lib/store/client.ts';

export interface OnceFacts {
  readonly jobs: number;
  readonly succeeded: number;
  readonly open: number;
  /** Claims of all jobs together. */
  readonly claims: number;
  /** Workers that claimed something. */
  readonly workers: number;
  /** Succeeded jobs without exactly one response, one edge to it, one successful attempt and one model call of their claim. */
  readonly notOnce: number;
  /** Jobs that ended without success and have a response all the same. */
  readonly unearned: number;
  /** Jobs with two attempts that overlap in time. */
  readonly overlapping: number;
}

export async function countOnce(db: Database): Promise<OnceFacts> {
  const [row] = await run<OnceFacts & Record<string, unknown>>(
    db,
    {
      name: 'check_once',
      text: `
with thing as (
  select j.*, (select count(*) from entity e where e.kind = 'response' and e.id = j.response_id) as responses,
    (select count(*) from edge e where e.from_id = j.prompt_id and e.to_id = j.response_id and e.type = 'flows-to') as edges,
    (select count(*) from job_attempt a where a.job_id = j.id and a.outcome = 'succeeded') as successes,
    (select count(*) from ledger l where l.job_id = j.id and l.claim = j.claim) as calls
  from job j
)
select count(*) as jobs, count(*) filter (where state = 'succeeded') as succeeded, count(*) filter (where finished_at is null) as open,
  (select count(*) from job_attempt) as claims, (select count(distinct worker_id) from job_attempt) as workers,
  count(*) filter (where state = 'succeeded' and (responses, edges, successes, calls) is distinct from (1::bigint, 1::bigint, 1::bigint, 1::bigint)) as "notOnce",
  (select count(*) from entity e where e.kind = 'response' and not exists (select 1 from job j where j.response_id = e.id)) as unearned,
  (select count(*) from job_attempt a join job_attempt b on b.job_id = a.job_id and b.claim > a.claim and b.started_at < a.finished_at) as overlapping
from thing`,
    },
    [],
  );
  if (row === undefined) throw new Error('the count of things that happened returned no row');
  return row;
}
