// Operations on failed jobs in groups.
import { z } from 'zod';
import { failureKinds } from '#lib/domain/failure.ts';
import { failureGroups, failureRetryAnswer } from '#lib/domain/failures/failure-group.ts';
import { noBody, type Operation } from '../operation.ts';
import { instant, wholeNumber } from '../query.ts';

const tenYearsOfHours = 87_600;

export const listFailuresOperation = {
  method: 'get',
  path: '/api/failures',
  summary: 'Failed jobs in groups of the same cause, the largest first',
  description:
    'A group is an error kind and a message without its numbers, ids and quoted words. Only jobs that nobody has run again count. `hours`: failed in the last so many; without it, ever.',
  query: z.strictObject({
    hours: wholeNumber('hours', 1, tenYearsOfHours).optional(),
    error_kind: z.enum(failureKinds, { error: `error_kind must be one of ${failureKinds.join(', ')}` }).optional(),
    limit: wholeNumber('limit', 1, 200).default(100),
  }),
  body: noBody,
  status: 200,
  answer: failureGroups,
  problems: [],
} as const satisfies Operation;

export const retryFailuresOperation = {
  method: 'post',
  path: '/api/failures/retry',
  summary: 'Run a group of failed jobs again, a part at a time',
  description:
    'Oldest failure first. `until` is the `now` of the groups as they were shown: what fails again meanwhile is left alone. Ask again with next_cursor until it is null; asked twice for the same part, nothing runs twice.',
  query: z.strictObject({}),
  body: z.strictObject({
    group_id: z.string('group_id is missing').regex(/^[0-9a-f]{12}$/, 'group_id must be a group_id of /api/failures'),
    since: instant('since').optional(),
    until: instant('until'),
    limit: z
      .int('limit must be a whole number')
      .min(1, 'limit must be at least 1')
      .max(1_000, 'limit must be at most 1000')
      .default(50),
    cursor: z
      .string()
      .regex(/^\d{1,18}_[0-9a-f-]{36}$/, 'cursor must be the next_cursor of an earlier part')
      .optional(),
  }),
  status: 200,
  answer: failureRetryAnswer,
  problems: [],
} as const satisfies Operation;
