// Operations that tell how the queue stands.
import { z } from 'zod';
import { queueAnswer, queuePlace } from '#lib/domain/queue/place.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';

const mostJobs = 200;

export const readPlaceOperation = {
  method: 'get',
  path: '/api/jobs/{id}/queue',
  summary: 'Say what a job waits for, how many go first, and for about how long',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: queuePlace,
  problems: ['not_found'],
} as const satisfies Operation;

const jobIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
  .pipe(z.array(z.guid('job_ids must hold UUIDs')).max(mostJobs, `job_ids holds more than ${mostJobs} ids`));

export const readQueueOperation = {
  method: 'get',
  path: '/api/queue',
  summary: 'The same for many jobs at once',
  description: `job_ids: up to ${mostJobs} ids, comma separated; those of others are left out. Without it, the slots alone.`,
  query: z.strictObject({ job_ids: jobIds.default([]) }),
  body: noBody,
  status: 200,
  answer: queueAnswer,
  problems: [],
} as const satisfies Operation;

export const readMetricsOperation = {
  method: 'get',
  path: '/api/metrics',
  summary: 'Figures for Prometheus',
  description: 'Live jobs, recent attempts and model calls from the tables; streams, pool and notes of this process.',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: z.string(),
  media: 'text/plain',
  problems: [],
} as const satisfies Operation;
