// One prompt as the field shows it: the row on the wire, how each state looks, and what may be done with it.
import { failureKinds } from './failure.ts';
import { type JobState, jobKinds, jobStates } from './job.ts';
import * as z from './wire/shape.ts';

/**
 * A prompt with its current job. Polls, streams and the thread all carry this one shape.
 * `version` only grows over the whole life of a prompt, retries included: a lower one never draws over a higher one.
 * All instants are ISO 8601 with Z, from the database's clock.
 */
export const dropRow = z.object({
  prompt_id: z.string(),
  job_id: z.string(),
  session_id: z.string(),
  /** The prompt this one continues, or null for the root of a thread. */
  parent_id: z.nullable(z.string()),
  root_id: z.string(),
  kind: z.enum(jobKinds),
  /** First line of the prompt, at most 120 characters. */
  label: z.string(),
  state: z.enum(jobStates),
  version: z.int(),
  attempt: z.int(),
  max_attempts: z.int(),
  /** How often a worker has claimed the job; a stream of output belongs to one claim. */
  claim: z.int(),
  priority: z.int(),
  /** provider/model asked for, or null for the default. */
  model: z.nullable(z.string()),
  /** provider/model that answered (from the response), or null. */
  answered_by: z.nullable(z.string()),
  created_at: z.string(),
  /** A queued job runs no earlier than this; null when it waits for another job. */
  available_at: z.nullable(z.string()),
  /** Jobs that must succeed first. */
  depends_on: z.array(z.string()),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  error_kind: z.nullable(z.enum(failureKinds)),
  error_message: z.nullable(z.string()),
  response_id: z.nullable(z.string()),
  /** Characters of the answer (UTF-16 units); 0 while there is none. */
  answer_length: z.int(),
  /** When the person saw the settled answer; null is unread. */
  seen_at: z.nullable(z.string()),
  supersedes: z.nullable(z.string()),
  /** When a person put it away: it is out of the field, and found by search. Absent for all others. */
  archived_at: z.optional(z.string()),
});
export type DropRow = z.infer<typeof dropRow>;

/** GET /api/mission/recent. `now` is the server's clock; `reset` true means: forget everything known, these rows are all there is. */
export const recentAnswer = z.object({
  rows: z.array(dropRow),
  as_of: z.string(),
  now: z.string(),
  reset: z.boolean(),
});
export type RecentAnswer = z.infer<typeof recentAnswer>;

/** The seed's class for each state; a settled drop has none. */
export const stateClass: Readonly<Record<JobState, string>> = {
  queued: 'is-queued',
  running: 'is-pending',
  succeeded: '',
  failed: 'is-orphan',
  cancelled: 'is-cancelled',
  superseded: 'is-superseded',
};

/** The word a person reads for each state. */
export const stateWord: Readonly<Record<JobState, string>> = {
  queued: 'Waiting',
  running: 'Answering',
  succeeded: 'Ready',
  failed: 'Didn’t work',
  cancelled: 'Stopped',
  superseded: 'Replaced',
};

export function isUnread(row: DropRow): boolean {
  return row.state === 'succeeded' && row.seen_at === null;
}

/** Queued again after a failed attempt, its clock still running. */
export function isBackingOff(row: DropRow): boolean {
  return row.state === 'queued' && row.attempt > 1;
}

export function mayCancel(row: DropRow): boolean {
  return row.state === 'queued' || row.state === 'running';
}

/** A retry makes a new job on the same prompt; a live one has to end first. */
export function mayRetry(row: DropRow): boolean {
  return row.state === 'failed' || row.state === 'cancelled' || row.state === 'succeeded';
}

/** The reducer's one rule: true when `next` may replace what is known. */
export function isNewer(known: DropRow | undefined, next: DropRow): boolean {
  return known === undefined || next.version > known.version;
}
