// Every request the browser makes besides the live stream, with its answer checked and its failures told apart.

import type { DropRow } from '#lib/domain/drop.ts';
import { type RecentAnswer, recentAnswer } from '#lib/domain/drop.ts';
import { type HealthAnswer, healthAnswer } from '#lib/domain/health.ts';
import { cancelAnswer, type OutputAnswer, outputAnswer } from '#lib/domain/job-details.ts';
import { type ModelsAnswer, modelsAnswer } from '#lib/domain/model-choice.ts';
import { type FieldFault, problem } from '#lib/domain/problem.ts';
import type { RetryRequest, SubmitRequest } from '#lib/domain/prompt.ts';
import { type SubmitAnswer, submitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { seenAnswer, type ThreadAnswer, threadAnswer } from '#lib/domain/thread.ts';
import * as z from '#lib/domain/wire/shape.ts';

// In the page only: the server that renders it shares this setting with the API, and is faster with eval.
if (typeof window !== 'undefined') z.parseWithoutEval();

/** The server heard the request and refused it (4xx) or failed at it (5xx). `detail` is one sentence for a person. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  constructor(
    readonly status: number,
    /** The code of the problem's `type`, e.g. `already_ended`; empty when the answer was no problem document. */
    readonly code: string,
    readonly detail: string,
    /** Which fields were refused, and why. */
    readonly errors: readonly FieldFault[],
  ) {
    super(detail);
  }

  /** Asking again with the same request cannot help: it was refused, not failed. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** No usable answer came: offline, connection lost, timed out. Whether the server acted is unknown; the same id may be sent again. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** What a request needs from outside; tests pass their own. `base` is '' in the browser. */
export interface ApiAccess {
  readonly fetch: typeof fetch;
  readonly base: string;
}

export const browserAccess: ApiAccess = { fetch: (input, init) => fetch(input, init), base: '' };
const requestLimitMs = 30_000;
/** UTF-16 units, each at most three bytes. */
const keepaliveLimit = 20_000;

/** Sends a prompt. Its `prompt_id` is also the idempotency key: sent twice, it is one prompt. */
export function submitPrompt(
  request: SubmitRequest & { prompt_id: string },
  access: ApiAccess = browserAccess,
): Promise<SubmitAnswer> {
  const headers = { 'idempotency-key': request.prompt_id };
  const body = JSON.stringify(request);
  // Sent to its end although the page closes; browsers allow that for 64 KiB only.
  const keepalive = body.length < keepaliveLimit;
  return ask(access, submitAnswer, '/api/prompts', { method: 'POST', body, headers, keepalive });
}

/** Stops a job. Stopping a stopped one is fine; ApiProblem `already_ended` when it ended some other way first. */
export async function cancelJob(jobId: string, access: ApiAccess = browserAccess): Promise<void> {
  await ask(access, cancelAnswer, `/api/jobs/${encodeURIComponent(jobId)}/cancel`, { method: 'POST', body: '{}' });
}

/** Runs the same prompt again as a new job; with an edited text, a sibling prompt. */
export function retryJob(
  jobId: string,
  request: RetryRequest = {},
  access: ApiAccess = browserAccess,
): Promise<SubmitAnswer> {
  const path = `/api/jobs/${encodeURIComponent(jobId)}/retry`;
  return ask(access, submitAnswer, path, { method: 'POST', body: JSON.stringify(request) });
}

/** Says that the answers of these prompts were seen. */
export async function markSeen(promptIds: readonly string[], access: ApiAccess = browserAccess): Promise<void> {
  const body = JSON.stringify({ prompt_ids: promptIds });
  await ask(access, seenAnswer, '/api/prompts/seen', { method: 'POST', body, keepalive: true });
}

/** The thread through a prompt: root, the prompt, then the newest continuation down to a leaf. */
export function readThread(
  promptId: string,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<ThreadAnswer> {
  return ask(access, threadAnswer, `/api/threads/${encodeURIComponent(promptId)}`, { ...withSignal(signal) });
}

/** Models that can be chosen, and the one used when none is. */
export function readModels(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<ModelsAnswer> {
  return ask(access, modelsAnswer, '/api/models', { ...withSignal(signal) });
}

/** Whether the product works; a 503 with a health document is an answer here, not a failure. */
export function readHealth(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<HealthAnswer> {
  return ask(access, healthAnswer, '/api/health', { ...withSignal(signal) });
}

/** Prompts that changed after the cursor, or all of them. */
export function readRecent(
  since: string | null,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<RecentAnswer> {
  const query = since === null ? '' : `?since=${encodeURIComponent(since)}`;
  return ask(access, recentAnswer, `/api/mission/recent${query}`, { ...withSignal(signal) });
}

/** Text of the job's latest claim from UTF-16 offset `from` on. */
export function readOutput(
  jobId: DropRow['job_id'],
  from: number,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<OutputAnswer> {
  const path = `/api/jobs/${encodeURIComponent(jobId)}/output?from=${from}`;
  return ask(access, outputAnswer, path, { ...withSignal(signal) });
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/**
 * Sends a request and checks its answer. Throws ApiProblem for a refusal or an answer of another shape, NetworkFailure when
 * none came; an abort that the caller asked for travels as itself.
 */
export async function ask<T>(access: ApiAccess, shape: z.Shape<T>, path: string, init: RequestInit): Promise<T> {
  const limit = AbortSignal.timeout(requestLimitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...init.headers };
  let status: number;
  let body: unknown;
  try {
    const response = await access.fetch(access.base + path, { cache: 'no-store', ...init, headers, signal });
    status = response.status;
    body = parseBody(await response.text());
  } catch (cause) {
    // An abort that the caller asked for is not a failure of the network; it travels as itself.
    if (init.signal?.aborted) throw cause;
    throw new NetworkFailure('The server could not be reached.', { cause });
  }
  const answer = z.read(shape, body);
  if (status < 400 || (answer !== undefined && path === '/api/health')) {
    if (answer !== undefined) return answer;
    throw new ApiProblem(502, '', 'The server gave an answer that this page cannot read. Reload the page.', []);
  }
  throw problemOf(status, body);
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // No JSON at all (a proxy's error page): the status decides, the shape check says the rest.
    return undefined;
  }
}

function problemOf(status: number, body: unknown): ApiProblem {
  const told = z.read(problem, body);
  if (told === undefined) return new ApiProblem(status, '', `The server answered with status ${status}.`, []);
  const { type, detail, errors } = told;
  return new ApiProblem(status, type.slice(type.lastIndexOf(':') + 1), detail, errors);
}
