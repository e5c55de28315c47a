// The same done to many jobs, one transaction each: what cannot be done to one says so and holds up no other.
import type { Viewer } from '#lib/auth/viewer.ts';
import { assertNever } from '#lib/domain/job.ts';
import type { ManyAction, ManyOutcome } from '#lib/domain/jobs/many-jobs.ts';
import type { Database } from '#lib/store/client.ts';
import { cancelJob, cancelWaitingJob } from '#lib/store/jobs/cancel.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';

/** Outcomes in the order of the ids. A null viewer is the operator. Rejects only when the database is away; repeats are harmless. */
export async function doToMany(
  db: Database,
  viewer: Viewer | null,
  action: ManyAction,
  jobIds: readonly string[],
): Promise<ManyOutcome[]> {
  const outcomes: ManyOutcome[] = [];
  for (const jobId of jobIds) outcomes.push(await doToOne(db, viewer, action, jobId));
  return outcomes;
}

async function doToOne(db: Database, viewer: Viewer | null, action: ManyAction, jobId: string): Promise<ManyOutcome> {
  switch (action) {
    case 'retry': {
      const outcome = await retryJob(db, viewer, jobId, {});
      return outcome.ok
        ? { ok: true, job_id: jobId, new_job_id: outcome.answer.job_id }
        : { ok: false, job_id: jobId, code: outcome.code };
    }
    case 'cancel': {
      const outcome = await cancelJob(db, viewer, jobId);
      return outcome.ok
        ? { ok: true, job_id: jobId, new_job_id: null }
        : { ok: false, job_id: jobId, code: outcome.code };
    }
    case 'cancel_waiting': {
      const code = await cancelWaitingJob(db, viewer, jobId);
      return code === null ? { ok: true, job_id: jobId, new_job_id: null } : { ok: false, job_id: jobId, code };
    }
    default:
      return assertNever(action);
  }
}
