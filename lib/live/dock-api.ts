// The requests of what a person looks at closely: how firm an answer is, what people say of it, and everything about one job.
import { type JobDetails, jobDetails } from '#lib/domain/job-details.ts';
import {
  type ClassAnswer,
  classAnswer,
  type StateClass,
  type VerdictAnswer,
  type VerdictWord,
  verdictAnswer,
} from '#lib/domain/prompts/verdict.ts';
import { type QueueAnswer, queueAnswer } from '#lib/domain/queue/place.ts';
import { type ApiAccess, ask, browserAccess } from './api.ts';

/** Makes the answer of a prompt firmer. ApiProblem `promoted` when an earlier answer holds that place: ask again with `confirm`. */
export function promoteAnswer(
  promptId: string,
  step: { readonly to?: StateClass; readonly confirm?: boolean } = {},
  access: ApiAccess = browserAccess,
): Promise<ClassAnswer> {
  return ask(access, classAnswer, `/api/prompts/${encodeURIComponent(promptId)}/promote`, post(step));
}

/** Makes it looser, one step or down to a class. */
export function demoteAnswer(
  promptId: string,
  step: { readonly to?: StateClass } = {},
  access: ApiAccess = browserAccess,
): Promise<ClassAnswer> {
  return ask(access, classAnswer, `/api/prompts/${encodeURIComponent(promptId)}/demote`, post(step));
}

/** Says what one thinks of an answer. Each time is kept; the latest counts. */
export function giveVerdict(
  responseId: string,
  verdict: { readonly verdict: VerdictWord; readonly note?: string },
  access: ApiAccess = browserAccess,
): Promise<VerdictAnswer> {
  return ask(access, verdictAnswer, verdictPath(responseId), post(verdict));
}

/** Everything that was said of an answer, newest first. */
export function readVerdicts(
  responseId: string,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<VerdictAnswer> {
  return ask(access, verdictAnswer, verdictPath(responseId), signal === undefined ? {} : { signal });
}

/** One job with its attempts, events and model calls. */
export function readJob(jobId: string, signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<JobDetails> {
  const path = `/api/jobs/${encodeURIComponent(jobId)}`;
  return ask(access, jobDetails, path, signal === undefined ? {} : { signal });
}

/** Where these jobs stand in the queue, at most 200 of them; those that are not the viewer's are left out. */
export function readQueue(
  jobIds: readonly string[],
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<QueueAnswer> {
  const query = new URLSearchParams({ job_ids: jobIds.join(',') });
  return ask(access, queueAnswer, `/api/queue?${query}`, signal === undefined ? {} : { signal });
}

function verdictPath(responseId: string): string {
  return `/api/responses/${encodeURIComponent(responseId)}/verdict`;
}

function post(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body) };
}
