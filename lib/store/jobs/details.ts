// Jobs for people who look after them: a filtered list, and one job with its attempts, events and model calls.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobKind, JobState } from '#lib/domain/job.ts';
import type { JobDetails, JobEvent, JobSummary } from '#lib/domain/job-details.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly kind?: JobKind | undefined;
  /** ISO 8601: created at or after. */
  readonly since?: string | undefined;
  /** Operators only: a viewer sees their own org anyway. */
  readonly orgId?: number | undefined;
  readonly limit?: number | undefined;
  /** From `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface JobPage {
  readonly jobs: JobSummary[];
  readonly next_cursor: string | null;
}

const summaryColumns = `
  j.id as job_id, j.kind, j.state, j.org_id, j.prompt_id, j.session_id, coalesce(p.label, '') as label, j.attempt, j.max_attempts, j.claim,
  j.priority, j.version, j.created_at, j.available_at, j.started_at, j.finished_at, j.error_kind, j.error_message`;

/** Newest first. A null viewer is the operator and sees every org. An unreadable cursor starts at the front. */
export async function listJobs(db: Database, viewer: Viewer | null, filter: JobFilter = {}): Promise<JobPage> {
  const limit = filter.limit ?? 50;
  const [at, id] = filter.cursor?.split('_') ?? [];
  const rows = await run<JobSummary & { exact: string }>(db, listStatement, [
    viewer?.orgId ?? filter.orgId ?? null,
    viewer?.userId ?? null,
    filter.state ?? null,
    filter.kind ?? null,
    filter.since ?? null,
    at !== undefined && id !== undefined ? at : null,
    id ?? null,
    limit + 1,
  ]);
  const jobs = rows.slice(0, limit);
  const last = rows.length > limit ? jobs.at(-1) : undefined;
  return { jobs: jobs.map(({ exact: _, ...job }) => job), next_cursor: last ? `${last.exact}_${last.job_id}` : null };
}

// The cursor carries microseconds: milliseconds would repeat or skip jobs created in the same one.
const listStatement: Statement = {
  name: 'list_jobs',
  text: `
select ${summaryColumns}, (extract(epoch from j.created_at) * 1000000)::bigint::text as exact
from job j left join entity p on p.id = j.prompt_id
where ($1::bigint is null or j.org_id = $1) and ($2::bigint is null or j.created_by = $2) and ($3::text is null or j.state = $3)
  and ($4::text is null or j.kind = $4) and ($5::timestamptz is null or j.created_at >= $5)
  and ($6::bigint is null or (j.created_at, j.id) < (to_timestamp(0) + $6::bigint * interval '1 microsecond', $7::uuid))
order by j.created_at desc, j.id desc limit $8`,
};

type DetailColumns = Omit<JobDetails, 'attempts' | 'events' | 'ledger'>;

/** Everything about one job; null when it is not the viewer's. A null viewer is the operator. */
export async function readJob(db: Database, viewer: Viewer | null, jobId: string): Promise<JobDetails | null> {
  const [job] = await run<DetailColumns & Record<string, unknown>>(db, detailStatement, [
    jobId,
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
  ]);
  if (job === undefined) return null;
  const [attempts, events, ledger] = await Promise.all([
    db.prisma.jobAttempt.findMany({ where: { jobId }, orderBy: { claim: 'asc' } }),
    run<JobEvent & Record<string, unknown>>(db, eventsStatement, [jobId]),
    db.prisma.ledger.findMany({ where: { jobId }, orderBy: { id: 'asc' } }),
  ]);
  const instant = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...job,
    attempts: attempts.map((a) => ({
      claim: a.claim,
      attempt: a.attempt,
      worker_id: a.workerId,
      started_at: a.startedAt.toISOString(),
      first_output_at: instant(a.firstOutputAt),
      finished_at: instant(a.finishedAt),
      outcome: a.outcome as JobDetails['attempts'][number]['outcome'],
      error_kind: a.errorKind as JobDetails['error_kind'],
      error_message: a.errorMessage,
      retry_at: instant(a.retryAt),
    })),
    events,
    ledger: ledger.map((l) => ({
      claim: l.claim,
      attempt: l.attempt,
      provider: l.provider,
      model: l.model,
      tokens_in: l.tokensIn,
      tokens_out: l.tokensOut,
      tokens_cached: l.tokensCached,
      cost_usd: l.costUsd,
      latency_ms: l.latencyMs,
      first_token_ms: l.firstTokenMs,
      is_estimate: l.isEstimate,
      created_at: l.createdAt.toISOString(),
    })),
  };
}

const detailStatement: Statement = {
  name: 'read_job',
  text: `
select ${summaryColumns}, j.response_id, j.depends_on, j.options ->> 'model' as model, j.scheduled_for, j.first_started_at, j.cancel_requested_at,
  j.supersedes, j.superseded_by, j.superseded_from, j.parent_job_id, j.worker_claim as worker_id, w.beat_at as running_heartbeat_at
from job j left join entity p on p.id = j.prompt_id left join worker w on w.id = j.worker_claim
where j.id = $1 and ($2::bigint is null or j.org_id = $2) and ($3::bigint is null or j.created_by = $3)`,
};

const eventsStatement: Statement = {
  name: 'read_job_events',
  text: `
select type, row_state ->> 'state' as state, (row_state ->> 'version')::int as version, (row_state ->> 'attempt')::int as attempt,
  (row_state ->> 'claim')::int as claim, created_at
from event where job_id = $1 order by xid, seq`,
};
