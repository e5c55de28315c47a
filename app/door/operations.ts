// Every operation of the HTTP interface.
import { z } from 'zod';
import { recentAnswer } from '#lib/domain/drop.ts';
import { parseCursor } from '#lib/domain/event.ts';
import { healthAnswer } from '#lib/domain/health.ts';
import { cancelAnswer, jobDetails, outputAnswer } from '#lib/domain/job-details.ts';
import { modelsAnswer } from '#lib/domain/model-choice.ts';
import { retryRequest, seenRequest, submitRequest } from '#lib/domain/prompt.ts';
import { settledAnswer } from '#lib/domain/prompts/settled.ts';
import { submitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { seenAnswer, threadAnswer } from '#lib/domain/thread.ts';
import { noBody, noQuery, type Operation } from './operation.ts';
import { wholeNumber } from './query.ts';

const isCursor = (text: string) => parseCursor(text) !== null;
const cursor = z
  .string()
  .max(100, 'since is not a cursor')
  .refine(isCursor, 'since is not a cursor; send the as_of of an earlier answer')
  .optional();

export const submitPromptOperation = {
  method: 'post',
  path: '/api/prompts',
  summary: 'Submit a prompt',
  description:
    'Stores the prompt and enqueues its job in one transaction. A repeated Idempotency-Key or prompt_id gets the first answer; the same key with another body is 409. With `wait` (seconds) the same job is waited for: 200 when it ends in time, else 202. Whoever hangs up changes nothing.',
  body: submitRequest,
  isIdempotent: true,
  query: z.strictObject({ wait: wholeNumber('wait', 0, 60).default(0) }),
  status: 202,
  answer: submitAnswer,
  settled: settledAnswer,
  problems: ['key_reused', 'id_reused'],
} as const satisfies Operation;

export const markSeenOperation = {
  method: 'post',
  path: '/api/prompts/seen',
  summary: 'Mark settled answers as seen',
  body: seenRequest,
  query: noQuery,
  status: 200,
  answer: seenAnswer,
  problems: [],
} as const satisfies Operation;

export const readThreadOperation = {
  method: 'get',
  path: '/api/threads/{promptId}',
  summary: 'Read the thread of a prompt',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: threadAnswer,
  problems: ['not_found'],
} as const satisfies Operation;

export const readJobOperation = {
  method: 'get',
  path: '/api/jobs/{id}',
  summary: 'Read a job with its attempts, events and model calls',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: jobDetails,
  problems: ['not_found'],
} as const satisfies Operation;

export const readOutputOperation = {
  method: 'get',
  path: '/api/jobs/{id}/output',
  summary: 'Read the text of the current claim',
  description: 'The polling twin of the job.output events: text from UTF-16 offset `from` on.',
  query: z.strictObject({ from: wholeNumber('from', 0, 2_147_483_647).default(0) }),
  body: noBody,
  status: 200,
  answer: outputAnswer,
  problems: ['not_found'],
} as const satisfies Operation;

export const cancelJobOperation = {
  method: 'post',
  path: '/api/jobs/{id}/cancel',
  summary: 'Stop a job',
  description: 'The state is `cancelled` when this answers. Asked twice it changes nothing.',
  body: z.strictObject({}),
  query: noQuery,
  status: 200,
  answer: cancelAnswer,
  problems: ['not_found', 'already_ended'],
} as const satisfies Operation;

export const retryJobOperation = {
  method: 'post',
  path: '/api/jobs/{id}/retry',
  summary: 'Run a prompt again',
  description:
    'Makes a new job that supersedes this one; with an edited text a sibling prompt. A double click is one retry.',
  body: retryRequest,
  query: noQuery,
  status: 202,
  answer: submitAnswer,
  problems: ['not_found', 'still_live', 'superseded', 'promoted'],
} as const satisfies Operation;

export const readRecentOperation = {
  method: 'get',
  path: '/api/mission/recent',
  summary: 'Read the field, or what changed in it',
  description: 'Without `since` every prompt; with it those that changed. `as_of` is the next `since`.',
  query: z.strictObject({ since: cursor }),
  body: noBody,
  status: 200,
  answer: recentAnswer,
  problems: [],
} as const satisfies Operation;

export const followEventsOperation = {
  method: 'get',
  path: '/api/mission/events',
  summary: 'Follow the field live (server-sent events)',
  description:
    'Events: hello, job.state_changed (data: a row), job.output (data: text of a claim), reset. Resumes from Last-Event-ID or `since`; a comment every 15 s.',
  query: z.strictObject({ since: cursor }),
  body: noBody,
  status: 200,
  answer: z.never(),
  isStream: true,
  problems: [],
} as const satisfies Operation;

export const readModelsOperation = {
  method: 'get',
  path: '/api/models',
  summary: 'List the models that can be chosen',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: modelsAnswer,
  problems: [],
} as const satisfies Operation;

export const readHealthOperation = {
  method: 'get',
  path: '/api/health',
  summary: 'Say whether the product works',
  description: '503 with the same body when the database is away.',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: healthAnswer,
  problems: [],
} as const satisfies Operation;

export const readDocumentOperation = {
  method: 'get',
  path: '/api/openapi.json',
  summary: 'This document',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: z.record(z.string(), z.unknown()),
  problems: [],
} as const satisfies Operation;

/** Not part of the document: what any other address under /api answers. */
export const unknownAddressOperation = {
  method: 'get',
  path: '/api/{unknown}',
  summary: 'No such address',
  query: z.unknown(),
  body: noBody,
  status: 200,
  answer: z.never(),
  problems: ['not_found'],
} as const satisfies Operation;
