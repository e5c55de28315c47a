// A job on the wire: as a list shows it, and in full with its attempts, events and model calls.
import { outputFrame } from './event.ts';
import { failureKinds } from './failure.ts';
import { attemptOutcomes, jobKinds, jobStates } from './job.ts';
import * as z from './wire/shape.ts';

/** One job of GET /api/jobs. Instants are ISO 8601 with Z, from the database's clock. */
export const jobSummary = z.object({
  job_id: z.string(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  org_id: z.int(),
  prompt_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  /** First line of its prompt; empty for kinds without one. */
  label: z.string(),
  attempt: z.int(),
  max_attempts: z.int(),
  claim: z.int(),
  priority: z.int(),
  /** provider/model asked for, or null for the default. */
  model: z.nullable(z.string()),
  /** Who holds it, or whoever held it last; null before its first claim. */
  worker_id: z.nullable(z.string()),
  version: z.int(),
  created_at: z.string(),
  available_at: z.nullable(z.string()),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  error_kind: z.nullable(z.enum(failureKinds)),
  error_message: z.nullable(z.string()),
});
export type JobSummary = z.infer<typeof jobSummary>;

/** GET /api/jobs. `next_cursor` is null on the last page. `total`: how many match, one more than the most counted for more; null unless asked for. */
export const jobList = z.object({
  jobs: z.array(jobSummary),
  next_cursor: z.nullable(z.string()),
  total: z.nullable(z.count()),
});
export type JobList = z.infer<typeof jobList>;

/** One claim of the job. */
export const jobAttempt = z.object({
  claim: z.int(),
  attempt: z.int(),
  worker_id: z.string(),
  started_at: z.string(),
  first_output_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  outcome: z.nullable(z.enum(attemptOutcomes)),
  error_kind: z.nullable(z.enum(failureKinds)),
  error_message: z.nullable(z.string()),
  /** When it is tried again after this claim. */
  retry_at: z.nullable(z.string()),
});
export type JobAttempt = z.infer<typeof jobAttempt>;

/** One change of the job as the log keeps it. */
export const jobEvent = z.object({
  type: z.string(),
  state: z.enum(jobStates),
  version: z.int(),
  attempt: z.int(),
  claim: z.int(),
  created_at: z.string(),
});
export type JobEvent = z.infer<typeof jobEvent>;

/** One model call. */
export const ledgerEntry = z.object({
  claim: z.int(),
  attempt: z.int(),
  provider: z.string(),
  model: z.string(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  tokens_cached: z.int(),
  cost_usd: z.nullable(z.number()),
  latency_ms: z.number(),
  first_token_ms: z.nullable(z.number()),
  is_estimate: z.boolean(),
  created_at: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** GET /api/jobs/:id. Attempts, events and ledger are in the order they happened. */
export const jobDetails = z.extend(jobSummary, {
  response_id: z.nullable(z.string()),
  depends_on: z.array(z.string()),
  scheduled_for: z.nullable(z.string()),
  first_started_at: z.nullable(z.string()),
  cancel_requested_at: z.nullable(z.string()),
  supersedes: z.nullable(z.string()),
  superseded_by: z.nullable(z.string()),
  superseded_from: z.nullable(z.enum(jobStates)),
  parent_job_id: z.nullable(z.string()),
  /** Names the HTTP request that asked for it, as its answer's x-request-id did; null when it came another way. */
  request_id: z.nullable(z.string()),
  /** The owner's last beat while it runs. */
  running_heartbeat_at: z.nullable(z.string()),
  attempts: z.array(jobAttempt),
  events: z.array(jobEvent),
  ledger: z.array(ledgerEntry),
  /** When the workers of its attempts gave signs of life: stretches in which no silence was longer than 15 s, oldest first. */
  beats: z.array(z.object({ worker_id: z.string(), from_at: z.string(), to_at: z.string() })),
});
export type JobDetails = z.infer<typeof jobDetails>;

/** POST /api/jobs/:id/cancel. `already`: it had been stopped before, and nothing changed. */
export const cancelAnswer = z.object({ job_id: z.string(), state: z.literal('cancelled'), already: z.boolean() });
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** GET /api/jobs/:id/output?from=N, the polling twin of `job.output`; `state` tells whether more may come. */
export const outputAnswer = z.extend(outputFrame, { state: z.enum(jobStates) });
export type OutputAnswer = z.infer<typeof outputAnswer>;
