// One job for people who look after it, with its attempts, events and model calls.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobAttempt, JobDetails, JobEvent, LedgerEntry } from '#lib/domain/job-details.ts';
import { readBeats } from '#lib/store/beats/beats.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { summaryColumns } from '#lib/store/jobs/list/list-jobs.ts';

type DetailColumns = Omit<JobDetails, 'attempts' | 'events' | 'ledger' | 'beats'>;

/** Everything about one job, archived or not; null when it is not the viewer's. A null viewer is the operator. */
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
    run<LedgerEntry & Record<string, unknown>>(db, ledgerStatement, [jobId]),
  ]);
  const workers = [...new Set(attempts.map(({ worker_id }) => worker_id))];
  const since = attempts[0]?.started_at ?? job.created_at;
  const beats = workers.length === 0 ? [] : await readBeats(db, workers, since);
  return {
    ...job,
    attempts,
    events,
    ledger,
    beats,
  };
}

// Archived, the whole row is kept as JSON: read back into the row's own type, it looks as it always did.
const detailStatement: Statement = {
  name: 'read_job',
  text: `
select ${summaryColumns}, j.response_id, j.depends_on, j.scheduled_for, j.first_started_at, j.cancel_requested_at,
  j.supersedes, j.superseded_by, j.superseded_from, j.parent_job_id, w.beat_at as running_heartbeat_at,
  (select a.after ->> 'request_id' from audit a where a.subject_id = j.prompt_id and a.after ->> 'job_id' = j.id::text limit 1) as request_id
from (
  select * from job where id = $1
  union all
  select was.* from job_archive a cross join lateral jsonb_populate_record(null::job, a.details) was where a.id = $1
) j left join entity p on p.id = j.prompt_id left join worker w on w.id = j.worker_claim
where ($2::bigint is null or j.org_id = $2) and ($3::bigint is null or j.created_by = $3)`,
};

const attemptsStatement: Statement = {
  name: 'read_job_attempts',
  text: `
select claim, attempt, worker_id, started_at, first_output_at, finished_at, outcome, error_kind, error_message, retry_at
from attempt where job_id = $1
union all
select t.* from job_archive a cross join lateral jsonb_to_recordset(a.details -> 'attempts') as t(claim int, attempt smallint, worker_id uuid,
  started_at timestamptz, first_output_at timestamptz, finished_at timestamptz, outcome text, error_kind text, error_message text, retry_at timestamptz)
where a.id = $1 order by claim`,
};

const ledgerStatement: Statement = {
  name: 'read_job_ledger',
  text: `
select claim, attempt, provider, model, tokens_in, tokens_out, tokens_cached, cost_usd, latency_ms, first_token_ms, is_estimate, created_at
from ledger where job_id = $1 order by id`,
};

const eventsStatement: Statement = {
  name: 'read_job_events',
  text: `
select type, state, version, attempt, claim, created_at from event where job_id = $1 order by xid, seq`,
};
