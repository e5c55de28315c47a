// The one text of a claim: what every way of choosing lanes has in common.

export interface ClaimParts {
  /** `name` of each lane that may be claimed from, pauses and the worker's lease aside. Parameters: $1 worker, $2 kinds, $3 ceiling, $4 limit, $5 looks, $6 free. */
  readonly lanes: string;
  /** Further CTEs between the open lanes and the heads, each ending in a comma; may be empty. */
  readonly between?: string;
  /** The locked heads of the open lanes: id, rank, available_at. */
  readonly heads: string;
  /** Ids of the heads that are taken. */
  readonly picked: string;
}

/**
 * The conditions of a head row beside its lane; `j` is the job. Parameters that the planner would estimate with stand
 * behind a subselect, here and in limits: so one plan is as good as the next and PostgreSQL keeps it, where it planned
 * each claim anew for longer than the claim itself takes.
 */
export const claimable = `j.state = 'queued' and j.ready and j.priority <= (select $3::smallint) and j.kind = any(array(select k from open_kind))`;
/** The most that may be claimed. */
export const most = '(select $4::int)';
/** The claimable index's own order, the limit left to the caller. */
export const bestFirst = 'order by j.rank, j.available_at, j.id limit';

/**
 * Now, and never before the change that made the row claimable: that one may have committed after this statement began.
 */
const notBefore = 'greatest(db_now(), j.updated_at)';

/** Longer texts (UTF-16 units) are read when their job begins: many at once would fill the memory. */
const longestAtOnce = 20_000;

// The taken ids reach the update as an array: joined to them, a claim of one job read every job there is, because the
// planner cannot know how few there are.
/** Pairs each lane `l` with the looks `r` that are meant for it: its own, else those for every other lane. */
export const looksOf = (looks: string, lane: string): string => `
  jsonb_to_recordset(${looks}::jsonb) as r(lane text, rank_from smallint, at_from timestamptz, rank_to smallint)
  where coalesce(r.lane = ${lane}, not exists (select 1 from jsonb_array_elements(${looks}::jsonb) o where o ->> 'lane' = ${lane}))`;
/** The stretch of the claimable index that a look goes through. */
export const within = (look: string): string =>
  `(j.rank, j.available_at) >= (${look}.rank_from, ${look}.at_from) and j.rank <= ${look}.rank_to`;

/** A claim statement. Whatever lanes and heads it looks at: pauses, lease, fence and answer are the same. */
export const claimSql = ({ lanes, between = '', heads, picked }: ClaimParts): string => `
with open_lane as materialized (
  select l.* from ${lanes} where not exists (select 1 from pause p
    where p.scope in ('lane:' || l.name, 'provider:' || split_part(l.name, '/', 1)) and p.until > db_now())
  and exists (select 1 from worker where id = $1 and state = 'active' and lease_until > db_now())
), open_kind as materialized (
  select k from unnest((select $2::text[])) k where not exists (select 1 from pause p where p.scope = 'kind:' || k and p.until > db_now())
), ${between} locked as materialized (
  ${heads}
), picked as materialized (
  ${picked}
), claimed as (
  update job j set state = 'running', ready = false, worker_claim = $1, claim = j.claim + 1, claimed_at = ${notBefore}, started_at = ${notBefore},
    first_started_at = coalesce(j.first_started_at, ${notBefore}), version = j.version + 1, updated_at = ${notBefore}
  where j.id = any(array(select id from picked))
  returning j.*
)
select id, kind, prompt_id as "promptId", session_id as "sessionId", org_id as "orgId", created_by as "createdBy", attempt,
  max_attempts as "maxAttempts", claim, options, priority, lane, rank, available_at as "availableAt",
  (select count(*) from locked) > (select count(*) from picked) as "leftOver",
  (select p.content from entity p where p.id = claimed.prompt_id and p.parent_id is null and p.content_length <= ${longestAtOnce}) as "rootText"
from claimed order by rank, available_at, id`;
