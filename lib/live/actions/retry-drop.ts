// Running a prompt again: a new job on the same prompt, or the same unsent prompt once more.
import { mayRetry } from '#lib/domain/drop.ts';
import type { RetryRequest } from '#lib/domain/prompt.ts';
import type { SubmitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { retryJob } from '#lib/live/api.ts';
import { withMark } from '#lib/live/cache.ts';
import type { LiveView } from '#lib/live/live-view.ts';

/**
 * The drop says "Retrying…" before the request leaves. With an edited `text` a sibling prompt is made and the answer names
 * it; the old one stays. An unsent drop is sent again. Resolves to null when there was nothing to retry or an unsent one
 * stayed unsent (its drop says why); rejects with ApiProblem or NetworkFailure.
 */
export async function retryDrop(
  view: LiveView,
  promptId: string,
  request: RetryRequest = {},
): Promise<SubmitAnswer | null> {
  if (view.outbox.isUnsent(promptId)) return view.outbox.resend(promptId);
  const drop = view.readField().byId.get(promptId);
  if (drop === undefined || !mayRetry(drop) || drop.local?.kind === 'retrying') return null;
  const jobId = drop.job_id;
  const isSamePrompt = request.text === undefined;
  if (isSamePrompt) view.edit((field) => withMark(field, promptId, { kind: 'retrying', jobId }));
  try {
    const answer = await retryJob(jobId, request, view.env);
    view.nudge();
    return answer;
  } catch (error) {
    if (isSamePrompt) view.edit((field) => withMark(field, promptId, null));
    throw error;
  }
}
