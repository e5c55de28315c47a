// One job for people who look after it, with its attempts, events and model calls.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobAttempt, JobDetails, JobEvent } from '#lib/domain/job-details.ts';
import { readBeats } from '#lib/store/beats/beats.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { summaryColumns } from '#lib/store/jobs/list/list-jobs.ts';

type DetailColumns = Omit<JobDetails, 'attempts' | 'events' | 'ledger' | 'beats'>;

/** Everything about one job; null when it is not the viewer's. A null viewer is the operator. */
export async function readJob(db: Database, viewer: Viewer | null, jobId: string): Promise<JobDetails | null> {
  const [job] = await run<DetailColumns & Record<string, unknown>>(db, detailStatement, [
    jobId,
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
  ]);
  if (job === undefined) return null;
  const [attempts, events, ledger] = await Promise.all([
    run<JobAttempt & Record<string, unknown>>(db, attemptsStatement, [jobId]),
    run<JobEvent & Record<string, unknown>>(db, eventsStatement, [jobId]),
    db.prisma.ledger.findMany({ where: { jobId }, orderBy: { id: 'asc' } }),
  ]);
  const workers = [...new Set(attempts.map(({ worker_id }) => worker_id))];
  const since = attempts[0]?.started_at ?? job.created_at;
  const beats = workers.length === 0 ? [] : await readBeats(db, workers, since);
  return {
    ...job,
    attempts,
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
    beats,
  };
}

const detailStatement: Statement = {
  name: 'read_job',
  text: `
select ${summaryColumns}, j.response_id, j.depends_on, j.scheduled_for, j.first_started_at, j.cancel_requested_at,
  j.supersedes, j.superseded_by, j.superseded_from, j.parent_job_id, w.beat_at as running_heartbeat_at,
  (select a.after ->> 'request_id' from audit a where a.subject_id = j.prompt_id and a.after ->> 'job_id' = j.id::text limit 1) as request_id
from job j left join entity p on p.id = j.prompt_id left join worker w on w.id = j.worker_claim
where j.id = $1 and ($2::bigint is null or j.org_id = $2) and ($3::bigint is null or j.created_by = $3)`,
};

const attemptsStatement: Statement = {
  name: 'read_job_attempts',
  text: `
select claim, attempt, worker_id, started_at, first_output_at, finished_at, outcome, error_kind, error_message, retry_at
from attempt where job_id = $1 order by claim`,
};

const eventsStatement: Statement = {
  name: 'read_job_events',
  text: `
select type, state, version, attempt, claim, created_at from event where job_id = $1 order by xid, seq`,
};
