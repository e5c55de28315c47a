// Jobs for people who look after them: filtered, in several orders, a page at a time.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobList, JobSummary } from '#lib/domain/job-details.ts';
import { type JobSort, mostCounted } from '#lib/domain/jobs/job-sort.ts';
import { type Database, run } from '#lib/store/client.ts';
import { type JobFilter, Values, whereOf } from './job-filter.ts';

export interface JobQuery extends JobFilter {
  readonly sort?: JobSort | undefined;
  readonly limit?: number | undefined;
  /** From `next_cursor` of the page before, of the same order. */
  readonly cursor?: string | undefined;
  /** Also how many match in all, up to `mostCounted`. */
  readonly count?: boolean | undefined;
}

/** Over `j` and `p`. */
export const summaryColumns = `
  j.id as job_id, j.kind, j.state, j.org_id, j.prompt_id, j.session_id, coalesce(p.label, '') as label, j.attempt, j.max_attempts, j.claim,
  j.priority, j.options ->> 'model' as model,
  coalesce(j.worker_claim, (select a.worker_id from job_attempt a where a.job_id = j.id order by a.claim desc limit 1)) as worker_id,
  j.version, j.created_at, j.available_at, j.started_at, j.finished_at, j.error_kind, j.error_message`;

interface Order {
  /** A whole number the jobs are ordered by before their id; null: by the id alone. */
  readonly key: string | null;
  readonly direction: 'asc' | 'desc';
  readonly only: string;
}

// Ids of jobs are UUIDv7, made when a job is created: their order is that of creation, and the primary key holds it, however
// many jobs there are. The other orders weigh every job that matches.
const micros = (span: string) => `(extract(epoch from ${span}) * 1000000)::bigint`;
const ran = micros('coalesce(j.finished_at, db_now()) - j.started_at');
const orders: Readonly<Record<JobSort, Order>> = {
  newest: { key: null, direction: 'desc', only: 'true' },
  oldest: { key: null, direction: 'asc', only: 'true' },
  ended: { key: micros('j.finished_at'), direction: 'desc', only: 'j.finished_at is not null' },
  longest: { key: ran, direction: 'desc', only: 'j.started_at is not null' },
  shortest: { key: ran, direction: 'asc', only: 'j.started_at is not null' },
  urgent: { key: 'j.priority', direction: 'asc', only: 'true' },
  attempts: { key: 'j.attempt', direction: 'desc', only: 'true' },
};

/** Newest first unless said otherwise. A null viewer is the operator and sees every org. */
export async function listJobs(db: Database, viewer: Viewer | null, query: JobQuery = {}): Promise<JobList> {
  const limit = query.limit ?? 50;
  const rows = await read<JobSummary & { exact: string }>(db, (values) => pageText(viewer, query, limit + 1, values));
  const jobs = rows.slice(0, limit);
  const last = rows.length > limit ? jobs.at(-1) : undefined;
  return {
    jobs: jobs.map(({ exact: _, ...job }) => job),
    next_cursor: last ? `${last.exact}_${last.job_id}` : null,
    total: query.count === true ? await countJobs(db, viewer, query) : null,
  };
}

async function countJobs(db: Database, viewer: Viewer | null, query: JobQuery): Promise<number> {
  const { only } = orders[query.sort ?? 'newest'];
  const [row] = await read<{ jobs: number }>(
    db,
    (values) => `
select count(*) as jobs from (
  select from job j left join entity p on p.id = j.prompt_id where ${whereOf(viewer, query, values)} and ${only} limit ${mostCounted + 1}
) counted`,
  );
  return row?.jobs ?? 0;
}

// The page is found first and described afterwards: labels and workers are looked up for its rows only.
function pageText(viewer: Viewer | null, query: JobQuery, limit: number, values: Values): string {
  const { key, direction, only } = orders[query.sort ?? 'newest'];
  const where = whereOf(viewer, query, values);
  const [at, id] = query.cursor?.split('_') ?? [];
  const than = direction === 'asc' ? '>' : '<';
  const after =
    at === undefined || id === undefined
      ? 'true'
      : key === null
        ? `j.id ${than} ${values.put(id)}::uuid`
        : `(${key}, j.id) ${than} (${values.put(at)}::bigint, ${values.put(id)}::uuid)`;
  const by = (name: string, id: string) =>
    key === null ? `${id} ${direction}` : `${name} ${direction}, ${id} ${direction}`;
  return `
with page as materialized (
  select j.id, ${key ?? micros('j.created_at')} as exact
  from job j left join entity p on p.id = j.prompt_id where ${where} and ${only} and ${after}
  order by ${by('2', 'j.id')} limit ${values.put(limit)}
)
select ${summaryColumns}, page.exact::text as exact
from page join job j on j.id = page.id left join entity p on p.id = j.prompt_id order by ${by('page.exact', 'j.id')}`;
}

/** The texts differ with every filter, so none is prepared: a session would keep a plan of each. */
function read<Row>(db: Database, textOf: (values: Values) => string): Promise<(Row & Record<string, unknown>)[]> {
  const values = new Values();
  const text = textOf(values);
  return run<Row & Record<string, unknown>>(
    { client: db.pool, prepares: false },
    { name: 'list_jobs', text },
    values.list,
  );
}
