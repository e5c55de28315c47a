// Operations of whoever runs the installation: how it is doing, its workers, what is paused, what stands still.
import { z } from 'zod';
import { overviewAnswer, reclaimAnswer } from '#lib/domain/operator/overview.ts';
import { pauseList, resumeAnswer, scopeFault } from '#lib/domain/operator/pause.ts';
import { workerList, workerRow } from '#lib/domain/operator/worker-row.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';

const longestPauseS = 366 * 86_400;

const scope = z.string({ error: 'scopes must hold texts' }).superRefine((text, context) => {
  const fault = scopeFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: `scopes: ${fault}` });
});
const scopes = z
  .array(scope, { error: 'scopes must be a list' })
  .min(1, 'scopes is empty: name what is meant')
  .max(100, 'scopes holds more than 100');

export const readOverviewOperation = {
  method: 'get',
  path: '/api/operator/overview',
  summary: 'How the installation is doing',
  description:
    'Counts, what ended in the last hour and day, waiting and running times, stuck jobs, and what the doctor would say. At most half a second old; figures of the day at most ten seconds.',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: overviewAnswer,
  problems: [],
} as const satisfies Operation;

export const listWorkersOperation = {
  method: 'get',
  path: '/api/workers',
  summary: 'List workers with what they hold now',
  description: 'The living first; those that are gone stay for an hour.',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: workerList,
  problems: [],
} as const satisfies Operation;

export const drainWorkerOperation = {
  method: 'post',
  path: '/api/workers/{id}/drain',
  summary: 'Let a worker finish what it has and claim nothing more',
  query: noQuery,
  body: z.strictObject({}),
  status: 200,
  answer: workerRow,
  problems: ['not_found', 'already_ended'],
} as const satisfies Operation;

export const undrainWorkerOperation = {
  ...drainWorkerOperation,
  path: '/api/workers/{id}/undrain',
  summary: 'Let a drained worker claim again',
} as const satisfies Operation;

export const reclaimOperation = {
  method: 'post',
  path: '/api/reclaim',
  summary: 'Take jobs back from workers that are gone',
  description: 'One sweep, as every living worker does it by itself every few seconds.',
  query: noQuery,
  body: z.strictObject({}),
  status: 200,
  answer: reclaimAnswer,
  problems: [],
} as const satisfies Operation;

export const listPausesOperation = {
  method: 'get',
  path: '/api/pauses',
  summary: 'List what is paused, and the lanes that have jobs',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: pauseList,
  problems: [],
} as const satisfies Operation;

export const pauseOperation = {
  method: 'post',
  path: '/api/pauses',
  summary: 'Keep jobs of a kind, a model or a provider from being claimed',
  description:
    'Running jobs go on; queued ones wait and keep their order. `for_s` ends it by itself; null or absent: until resumed. A pause that is there is replaced.',
  query: noQuery,
  body: z.strictObject({
    scopes,
    for_s: z
      .int({ error: 'for_s must be a whole number of seconds' })
      .min(1, 'for_s must be at least 1')
      .max(longestPauseS, `for_s must be at most ${longestPauseS}`)
      .nullish(),
    reason: z
      .string({ error: 'reason must be a text' })
      .trim()
      .max(200, 'reason is longer than 200 characters')
      .optional(),
  }),
  status: 200,
  answer: pauseList,
  problems: [],
} as const satisfies Operation;

export const resumeOperation = {
  method: 'post',
  path: '/api/pauses/resume',
  summary: 'End pauses, also those that a provider asked for',
  query: noQuery,
  body: z.strictObject({ scopes }),
  status: 200,
  answer: resumeAnswer,
  problems: [],
} as const satisfies Operation;
