// POST /api/jobs/:id/retry: the same prompt again, or an edited one beside it.
import { retryJobOperation } from '#app/door/operations.ts';
import { AppError, notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { assertNever } from '#lib/domain/job.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { trace, traceNow } from '#lib/trace.ts';

export const POST = handle(retryJobOperation, async ({ db, viewer, id, body }) => {
  const startedAt = traceNow();
  const outcome = await retryJob(db, viewer, id, body);
  if (outcome.ok) {
    const { job_id: jobId, prompt_id } = outcome.answer;
    trace({ name: 'submit', jobId, startedAt, facts: { prompt_id, by: 'retry', retries: id } });
    return outcome.answer;
  }
  switch (outcome.code) {
    case 'unknown_job':
    case 'not_a_prompt':
      return notFound('job', 'id');
    case 'still_live':
      throw new AppError('still_live', 'The job is still queued or running. Stop it first, or wait.');
    case 'superseded':
      throw new AppError('superseded', 'A newer run has replaced this job. Retry that one.');
    case 'promoted':
      throw new AppError('promoted', 'Its answer was promoted. Send confirm: true to replace it all the same.', [
        { field: 'confirm', message: 'confirm must be true to replace a promoted answer' },
      ]);
    default:
      return assertNever(outcome.code);
  }
});
