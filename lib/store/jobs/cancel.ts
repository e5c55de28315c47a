// Stopping a job: at once, whatever state it is in, and harmless when asked twice.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobState } from '#lib/domain/job.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';
import { cancelDependants } from './dependants.ts';

/** `already` is true when it had been cancelled before: a second click changes nothing. */
export type CancelOutcome =
  | { readonly ok: true; readonly already: boolean; readonly wasRunning: boolean }
  | { readonly ok: false; readonly code: 'unknown_job' | 'already_ended'; readonly state?: JobState };

/**
 * Cancels a queued or running job. The state is `cancelled` when this resolves; a worker that still runs it is told to
 * abort, and its late result is dropped by the fence. Text received so far is kept. A null viewer is the operator.
 */
export async function cancelJob(db: Database, viewer: Viewer | null, jobId: string): Promise<CancelOutcome> {
  const outcome = await inTransaction(db, (tx) => cancel(tx, viewer, jobId));
  if (outcome.ok && !outcome.already) {
    if (outcome.wasRunning) db.notifier.note(channels.cancel, [jobId]);
    db.notifier.note(channels.event);
  }
  return outcome;
}

/**
 * Cancels a job that no worker has taken yet and leaves every other as it is: the way to take back what was just asked for.
 * @returns null when it was cancelled, else why not.
 */
export async function cancelWaitingJob(
  db: Database,
  viewer: Viewer | null,
  jobId: string,
): Promise<'unknown_job' | 'already_begun' | 'already_ended' | null> {
  const refusal = await inTransaction(db, async (tx) => {
    const values = [jobId, viewer?.orgId ?? null, viewer?.userId ?? null];
    const [job] = await run<{ state: JobState }>(tx, lockStatement, values);
    if (job === undefined) return 'unknown_job' as const;
    if (job.state !== 'queued')
      return job.state === 'running' ? ('already_begun' as const) : ('already_ended' as const);
    await cancel(tx, viewer, jobId);
    return null;
  });
  if (refusal === null) db.notifier.note(channels.event);
  return refusal;
}

async function cancel(tx: Connection, viewer: Viewer | null, jobId: string): Promise<CancelOutcome> {
  const values = [jobId, viewer?.orgId ?? null, viewer?.userId ?? null];
  const [job] = await run<{ state: JobState }>(tx, lockStatement, values);
  if (job === undefined) return { ok: false, code: 'unknown_job' };
  if (job.state === 'cancelled') return { ok: true, already: true, wasRunning: false };
  if (job.state !== 'queued' && job.state !== 'running') return { ok: false, code: 'already_ended', state: job.state };
  await run(tx, cancelStatement, [jobId, viewer === null ? 'operator' : `user:${viewer.userId}`]);
  await cancelDependants(tx, [jobId]);
  return { ok: true, already: false, wasRunning: job.state === 'running' };
}

// The row lock decides who was first: a settle that holds it wins and is seen here as ended; one that comes later finds
// the state gone from running and its result is dropped.
const lockStatement: Statement = {
  name: 'lock_job_to_cancel',
  text: `
select state from job where id = $1 and ($2::bigint is null or org_id = $2 and created_by = $3::bigint) for update`,
};

// Having waited for a claim's lock it comes after it, although its transaction began before: its times say so.
const cancelStatement: Statement = {
  name: 'cancel_job',
  text: `
with tried as (
  insert into job_attempt (job_id, claim, attempt, worker_id, started_at, finished_at, outcome, error_kind, error_message, output)
  select j.id, j.claim, j.attempt, j.worker_claim, j.claimed_at, greatest(db_now(), j.updated_at), 'cancelled', 'cancelled', 'Stopped on request.',
    (select string_agg(c.content, '' order by c.starts_at) from output_chunk c where c.job_id = j.id and c.claim = j.claim)
  from job j where j.id = $1 and j.state = 'running'
  on conflict (job_id, claim) do update set finished_at = excluded.finished_at, outcome = excluded.outcome, error_kind = excluded.error_kind,
    error_message = excluded.error_message, output = excluded.output
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
  select org_id, $2, 'cancel', 'job', id, jsonb_build_object('state', state), '{"state": "cancelled"}' from job where id = $1
)
update job set state = 'cancelled', ready = false, worker_claim = null, claimed_at = null, finished_at = greatest(db_now(), updated_at),
  cancel_requested_at = greatest(db_now(), updated_at), updated_at = greatest(db_now(), updated_at),
  error_kind = 'cancelled', error_message = 'Stopped on request.', version = version + 1
where id = $1`,
};
