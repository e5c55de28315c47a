// Stopping a prompt: by the job id its drop shows, at once, and harmless when pressed twice.
import { isLive } from '#lib/domain/job.ts';
import { ApiProblem, cancelJob } from '#lib/live/api.ts';
import { withMark } from '#lib/live/cache.ts';
import type { LiveView } from '#lib/live/live-view.ts';

/**
 * The drop is stopping until its row says how it ended. Rejects with ApiProblem or NetworkFailure when the stop did not
 * get through; the mark is gone then. An unsent drop is not stopped but discarded (`view.outbox.discard`).
 */
export async function cancelDrop(view: LiveView, promptId: string): Promise<void> {
  // Not taken by the server yet: there is nothing to stop before it has a job.
  if (view.outbox.isUnsent(promptId)) await view.outbox.whenSent(promptId);
  const drop = view.readField().byId.get(promptId);
  if (drop === undefined || drop.job_id === '' || !isLive(drop.state) || drop.local?.kind === 'stopping') return;
  const jobId = drop.job_id;
  view.edit((field) => withMark(field, promptId, { kind: 'stopping', jobId, sinceMs: view.clock.nowMs() }));
  try {
    await cancelJob(jobId, view.env);
    view.nudge();
  } catch (error) {
    view.edit((field) => withMark(field, promptId, null));
    // It ended by itself a moment earlier: its row is on the way, and that is an answer too.
    if (!(error instanceof ApiProblem && error.code === 'already_ended')) throw error;
    view.nudge();
  }
}
