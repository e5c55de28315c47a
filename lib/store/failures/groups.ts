// Failed jobs in groups of the same kind and pattern, the largest first.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { FailureGroup, FailureGroups } from '#lib/domain/failures/failure-group.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { noteFailures } from './note-failures.ts';

export interface GroupFilter {
  /** Failed in the last so many milliseconds; null is ever. */
  readonly withinMs: number | null;
  readonly errorKind?: string | undefined;
  /** Groups shown, 1..200. */
  readonly limit: number;
  /** Equal parts of the timeline. */
  readonly parts: number;
}

interface GroupsRow {
  readonly now: string;
  readonly since: string | null;
  readonly total: number;
  readonly known: number;
  readonly groups: FailureGroup[] | null;
}

/** Of the viewer; a null viewer is the operator and sees every org. New failures are put into their groups first. */
export async function readFailureGroups(
  db: Database,
  viewer: Viewer | null,
  { withinMs, errorKind, limit, parts }: GroupFilter,
): Promise<FailureGroups> {
  await noteFailures(db, withinMs);
  const [row] = await run<GroupsRow & Record<string, unknown>>(db, groupsStatement, [
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
    withinMs,
    errorKind ?? null,
    limit,
    parts,
  ]);
  if (row === undefined) throw new Error('the groups statement returned no row');
  const groups = (row.groups ?? []).map((group) => ({
    ...group,
    first_at: new Date(group.first_at).toISOString(),
    last_at: new Date(group.last_at).toISOString(),
  }));
  return { groups, total: row.total, left_off: Math.max(0, row.known - groups.length), since: row.since, now: row.now };
}

// One pass over the failed jobs of the time (job_failed, then their notes by a hash join), counted by group, model and
// part of the time together; everything after works on those few rows. The sample is looked up for shown groups only.
const groupsStatement: Statement = {
  name: 'failure_groups',
  text: `
with asked as materialized (
  select db_now() as now, db_now() - $3::float8 * interval '1 millisecond' as since
), span as materialized (
  select now, since, coalesce(since, (select min(j.finished_at) from job j where j.state = 'failed'), now) as from_at from asked
), counted as materialized (
  select f.group_id, j.lane, least($6::int, 1 + floor($6::int * date_part('epoch', j.finished_at - s.from_at)
      / (date_part('epoch', s.now - s.from_at) + 0.001))::int) as part,
    min(j.error_kind) as error_kind, count(*) as jobs, count(j.prompt_id) as prompts, min(j.finished_at) as first_at, max(j.finished_at) as last_at
  from span s cross join job j join failure f on f.job_id = j.id
  where j.state = 'failed' and j.finished_at >= s.from_at and ($1::bigint is null or j.org_id = $1) and ($2::bigint is null or j.created_by = $2)
    and ($4::text is null or j.error_kind = $4)
  group by 1, 2, 3
), grouped as materialized (
  select group_id, min(error_kind) as error_kind, sum(jobs) as jobs, sum(prompts) as prompts, min(first_at) as first_at, max(last_at) as last_at
  from counted group by 1
), shown as (
  select g.*, sample.* from (select * from grouped order by jobs desc, last_at desc, group_id limit $5) g
  cross join lateral (
    select j.id as job_id, j.prompt_id, coalesce(p.label, '') as label, coalesce(j.error_message, '') as message, f.pattern
    from job j join failure f on f.job_id = j.id left join entity p on p.id = j.prompt_id
    where j.state = 'failed' and j.finished_at = g.last_at and f.group_id = g.group_id and ($1::bigint is null or j.org_id = $1)
      and ($2::bigint is null or j.created_by = $2)
    order by j.id desc limit 1
  ) sample
)
select s.now, s.since, (select coalesce(sum(jobs), 0)::bigint from grouped) as total, (select count(*) from grouped) as known,
  (select jsonb_agg(jsonb_build_object('group_id', group_id, 'error_kind', error_kind, 'pattern', pattern, 'count', jobs, 'retryable', prompts,
      'first_at', first_at, 'last_at', last_at,
      'timeline', (select jsonb_agg(coalesce(c.jobs, 0) order by at) from generate_series(1, $6::int) at
        left join (select part, sum(jobs) as jobs from counted c where c.group_id = shown.group_id group by 1) c on c.part = at),
      'models', (select jsonb_agg(jsonb_build_object('model', lane, 'count', jobs) order by jobs desc, lane) from (
        select lane, sum(jobs) as jobs from counted c where c.group_id = shown.group_id group by 1 order by 2 desc, 1 limit 5) m),
      'sample', jsonb_build_object('job_id', job_id, 'prompt_id', prompt_id, 'label', label, 'message', message))
    order by jobs desc, last_at desc, group_id) from shown) as groups
from span s`,
};
