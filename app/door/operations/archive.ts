// Operations of retention: jobs that ended long ago leave the table of the living.
import { z } from 'zod';
import { archivedPart, oldJobs } from '#lib/domain/operator/archiving.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';
import { instant } from '../query.ts';

const usualAgeMs = 90 * 86_400_000;

const before = instant('before').refine((at) => Date.parse(at) <= Date.now(), {
  error: 'before is in the future: nothing can have ended before it yet',
});

export const readOldJobsOperation = {
  method: 'get',
  path: '/api/jobs/archive',
  summary: 'Count jobs that ended before a time',
  description: 'Absent, `before` is 90 days ago.',
  query: z.strictObject({ before: before.default(() => new Date(Date.now() - usualAgeMs).toISOString()) }),
  body: noBody,
  status: 200,
  answer: oldJobs,
  problems: [],
} as const satisfies Operation;

export const archivePartOperation = {
  method: 'post',
  path: '/api/jobs/archive',
  summary: 'Move jobs that ended before a time to the archive, a part at a time',
  description:
    'Some 500 in one short transaction; ask again while `more` is true. Prompts and answers stay where they are, and an archived job can still be read by its id. What something still waits for stays.',
  query: noQuery,
  body: z.strictObject({ before }),
  status: 200,
  answer: archivedPart,
  problems: [],
} as const satisfies Operation;
