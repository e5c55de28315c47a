// Operations on prompts and their answers, beyond submitting one.
import { z } from 'zod';
import { seenRequest } from '#lib/domain/prompt.ts';
import { archiveAnswer, restoreAnswer } from '#lib/domain/prompts/archive.ts';
import { bulkAnswer, bulkRequest } from '#lib/domain/prompts/bulk.ts';
import { figuresAnswer } from '#lib/domain/prompts/figures.ts';
import { classAnswer, verdictAnswer } from '#lib/domain/prompts/verdict.ts';
import { demoteRequest, promoteRequest, verdictRequest } from '#lib/domain/prompts/verdict-request.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';

export const submitBulkOperation = {
  method: 'post',
  path: '/api/prompts/bulk',
  summary: 'Submit up to 1,000 prompts',
  description:
    'One transaction; answers in order. A prompt that cannot be used refuses only itself, unless `all_or_nothing` is true. A repeated prompt_id gets its first answer. A prompt may continue an earlier one of the same request. Bodies up to 8 MiB.',
  body: bulkRequest,
  bodyLimitBytes: 8 * 1024 * 1024,
  query: noQuery,
  status: 202,
  answer: bulkAnswer,
  problems: ['id_reused'],
} as const satisfies Operation;

export const archivePromptsOperation = {
  method: 'post',
  path: '/api/prompts/archive',
  summary: 'Put prompts away, each with what continues it',
  description:
    'They leave the field and stay in search, in their thread and at their address. `kept` names those of which something is still at work.',
  body: seenRequest,
  query: noQuery,
  status: 200,
  answer: archiveAnswer,
  problems: [],
} as const satisfies Operation;

export const restorePromptsOperation = {
  method: 'post',
  path: '/api/prompts/restore',
  summary: 'Bring prompts back that were put away',
  description: 'Each with what it continues and what continues it.',
  body: seenRequest,
  query: noQuery,
  status: 200,
  answer: restoreAnswer,
  problems: [],
} as const satisfies Operation;

const mostFigures = 200;

export const readFiguresOperation = {
  method: 'get',
  path: '/api/prompts/figures',
  summary: 'Read what prompts used, what it cost, and the latest verdicts',
  description: `prompt_ids: up to ${mostFigures} ids, comma separated. Without it, those of the newest 5,000 prompts.`,
  query: z.strictObject({
    prompt_ids: z
      .string()
      .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
      .pipe(
        z.array(z.guid('prompt_ids must hold UUIDs')).max(mostFigures, `prompt_ids holds more than ${mostFigures} ids`),
      )
      .optional(),
  }),
  body: noBody,
  status: 200,
  answer: figuresAnswer,
  problems: [],
} as const satisfies Operation;

export const promoteOperation = {
  method: 'post',
  path: '/api/prompts/{id}/promote',
  summary: 'Make the answer of a prompt firmer',
  description:
    'draft → working → canonical, one step, or to the class named by `to`. When an earlier answer of the same prompt is promoted, `confirm: true` makes that one a draft again.',
  body: promoteRequest,
  query: noQuery,
  status: 200,
  answer: classAnswer,
  problems: ['not_found', 'not_settled', 'promoted'],
} as const satisfies Operation;

export const demoteOperation = {
  method: 'post',
  path: '/api/prompts/{id}/demote',
  summary: 'Make the answer of a prompt looser',
  description: 'canonical → working → draft, one step, or to the class named by `to`.',
  body: demoteRequest,
  query: noQuery,
  status: 200,
  answer: classAnswer,
  problems: ['not_found', 'not_settled'],
} as const satisfies Operation;

export const giveVerdictOperation = {
  method: 'post',
  path: '/api/responses/{id}/verdict',
  summary: 'Say what you think of an answer',
  description: 'The latest counts, the others stay as its history. 409 when the id is that of a prompt.',
  body: verdictRequest,
  query: noQuery,
  status: 200,
  answer: verdictAnswer,
  problems: ['not_found', 'not_settled'],
} as const satisfies Operation;

export const readVerdictsOperation = {
  method: 'get',
  path: '/api/responses/{id}/verdict',
  summary: 'Read what was said of an answer, newest first',
  body: noBody,
  query: noQuery,
  status: 200,
  answer: verdictAnswer,
  problems: ['not_found', 'not_settled'],
} as const satisfies Operation;
