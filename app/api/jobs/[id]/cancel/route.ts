// POST /api/jobs/:id/cancel: stops a job at once.
import { cancelJobOperation } from '#app/door/operations.ts';
import { AppError, notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';

export const POST = handle(cancelJobOperation, async ({ db, viewer, id }) => {
  const outcome = await cancelJob(db, viewer, id);
  if (outcome.ok) return { job_id: id, state: 'cancelled' as const, already: outcome.already };
  if (outcome.code === 'unknown_job') return notFound('job', 'id');
  throw new AppError('already_ended', `The job has already ended${outcome.state ? ` (${outcome.state})` : ''}.`);
});
