// Operations on many jobs: the list with its filters and orders, and the same done to some of them.
import { z } from 'zod';
import { failureKinds } from '#lib/domain/failure.ts';
import { jobKinds, jobStates } from '#lib/domain/job.ts';
import { jobList } from '#lib/domain/job-details.ts';
import { jobSorts } from '#lib/domain/jobs/job-sort.ts';
import { manyActions, manyAnswer, mostJobsAtOnce } from '#lib/domain/jobs/many-jobs.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';
import { instant, wholeNumber, yesOrNo } from '../query.ts';

const oneOf = <const Words extends readonly string[]>(name: string, words: Words) =>
  z.enum(words, { error: `${name} must be one of ${words.join(', ')}` });

const text = (name: string, longest: number) =>
  z
    .string()
    .max(longest, `${name} is longer than ${longest} characters`)
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      `${name} holds characters that cannot be searched`,
    );

export const listJobsOperation = {
  method: 'get',
  path: '/api/jobs',
  summary: 'List jobs, newest first unless asked otherwise',
  description:
    'Filters are joined by and. `worker`: held by it in any attempt. `model`: asked for or answering; `default` for jobs that named none. `group`: a group_id of /api/failures. `q`: in the first line of the prompt or the error message, or a whole id. `count=true` also says how many match, up to 10,000.',
  query: z.strictObject({
    state: oneOf('state', jobStates).optional(),
    kind: oneOf('kind', jobKinds).optional(),
    error_kind: oneOf('error_kind', failureKinds).optional(),
    worker: z.guid('worker must be a UUID').optional(),
    priority: wholeNumber('priority', 0, 100).optional(),
    model: text('model', 200).optional(),
    group: z
      .string()
      .regex(/^[0-9a-f]{12}$/, 'group must be a group_id of /api/failures')
      .optional(),
    since: instant('since').optional(),
    until: instant('until').optional(),
    q: text('q', 200).optional(),
    sort: oneOf('sort', jobSorts).default('newest'),
    count: yesOrNo('count').default(false),
    limit: wholeNumber('limit', 1, 500).default(50),
    cursor: z
      .string()
      .regex(/^\d{1,18}_[0-9a-f-]{36}$/, 'cursor must be the next_cursor of an earlier page')
      .optional(),
  }),
  body: noBody,
  status: 200,
  answer: jobList,
  problems: [],
} as const satisfies Operation;

export const manyJobsOperation = {
  method: 'post',
  path: '/api/jobs/bulk',
  summary: 'Retry or stop many jobs',
  description: `Up to ${mostJobsAtOnce} ids, an outcome for each in their order; one that is left alone holds up no other, and a repeat changes nothing. cancel_waiting stops those that have not begun and leaves running ones alone.`,
  query: noQuery,
  body: z.strictObject({
    action: oneOf('action', manyActions),
    job_ids: z
      .array(z.guid('job_ids must hold UUIDs'), 'job_ids must be a list of UUIDs')
      .min(1, 'job_ids is empty')
      .max(mostJobsAtOnce, `job_ids holds more than ${mostJobsAtOnce} ids`),
  }),
  status: 200,
  answer: manyAnswer,
  problems: [],
} as const satisfies Operation;
