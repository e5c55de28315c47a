// A job on the wire: as a list shows it, and in full with its attempts, events and model calls.
import { z } from 'zod';
import { outputFrame } from './event.ts';
import { failureKinds } from './failure.ts';
import { attemptOutcomes, jobKinds, jobStates } from './job.ts';

/** One job of GET /api/jobs. Instants are ISO 8601 with Z, from the database's clock. */
export const jobSummary = z.object({
  job_id: z.string(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  org_id: z.number().int(),
  prompt_id: z.string().nullable(),
  session_id: z.string().nullable(),
  /** First line of its prompt; empty for kinds without one. */
  label: z.string(),
  attempt: z.number().int(),
  max_attempts: z.number().int(),
  claim: z.number().int(),
  priority: z.number().int(),
  version: z.number().int(),
  created_at: z.string(),
  available_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  error_kind: z.enum(failureKinds).nullable(),
  error_message: z.string().nullable(),
});
export type JobSummary = z.infer<typeof jobSummary>;

/** GET /api/jobs. `next_cursor` is null on the last page. */
export const jobList = z.object({ jobs: z.array(jobSummary), next_cursor: z.string().nullable() });
export type JobList = z.infer<typeof jobList>;

/** One claim of the job. */
export const jobAttempt = z.object({
  claim: z.number().int(),
  attempt: z.number().int(),
  worker_id: z.string(),
  started_at: z.string(),
  first_output_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  error_kind: z.enum(failureKinds).nullable(),
  error_message: z.string().nullable(),
  /** When it is tried again after this claim. */
  retry_at: z.string().nullable(),
});
export type JobAttempt = z.infer<typeof jobAttempt>;

/** One change of the job as the log keeps it. */
export const jobEvent = z.object({
  type: z.string(),
  state: z.enum(jobStates),
  version: z.number().int(),
  attempt: z.number().int(),
  claim: z.number().int(),
  created_at: z.string(),
});
export type JobEvent = z.infer<typeof jobEvent>;

/** One model call. */
export const ledgerEntry = z.object({
  claim: z.number().int(),
  attempt: z.number().int(),
  provider: z.string(),
  model: z.string(),
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  tokens_cached: z.number().int(),
  cost_usd: z.number().nullable(),
  latency_ms: z.number(),
  first_token_ms: z.number().nullable(),
  is_estimate: z.boolean(),
  created_at: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** GET /api/jobs/:id. Attempts, events and ledger are in the order they happened. */
export const jobDetails = jobSummary.extend({
  response_id: z.string().nullable(),
  depends_on: z.array(z.string()),
  /** provider/model asked for, or null for the default. */
  model: z.string().nullable(),
  scheduled_for: z.string().nullable(),
  first_started_at: z.string().nullable(),
  cancel_requested_at: z.string().nullable(),
  supersedes: z.string().nullable(),
  superseded_by: z.string().nullable(),
  superseded_from: z.enum(jobStates).nullable(),
  parent_job_id: z.string().nullable(),
  worker_id: z.string().nullable(),
  /** The owner's last beat while it runs. */
  running_heartbeat_at: z.string().nullable(),
  attempts: z.array(jobAttempt),
  events: z.array(jobEvent),
  ledger: z.array(ledgerEntry),
});
export type JobDetails = z.infer<typeof jobDetails>;

/** POST /api/jobs/:id/cancel. `already`: it had been stopped before, and nothing changed. */
export const cancelAnswer = z.object({ job_id: z.string(), state: z.literal('cancelled'), already: z.boolean() });
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** GET /api/jobs/:id/output?from=N, the polling twin of `job.output`; `state` tells whether more may come. */
export const outputAnswer = outputFrame.extend({ state: z.enum(jobStates) });
export type OutputAnswer = z.infer<typeof outputAnswer>;
