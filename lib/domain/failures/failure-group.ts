// Failed jobs in groups on the wire: what they have in common, how many, since when, and running them all again.
import { failureKinds } from '../failure.ts';
import * as z from '../wire/shape.ts';

/** One failed job that stands for its group: the newest. */
export const failureSample = z.object({
  job_id: z.string(),
  prompt_id: z.nullable(z.string()),
  /** First line of its prompt. */
  label: z.string(),
  /** Its own message, with what the pattern leaves out. */
  message: z.string(),
});

export const failureGroup = z.object({
  /** Names the group everywhere: the same kind and pattern have the same id for ever. */
  group_id: z.string(),
  error_kind: z.enum(failureKinds),
  pattern: z.string(),
  /** Jobs whose last run ended so and that nobody has run again since. */
  count: z.count(),
  /** Of these, those that can be run again: jobs with a prompt. */
  retryable: z.count(),
  first_at: z.string(),
  last_at: z.string(),
  /** Failures over the asked time in equal parts, oldest first. */
  timeline: z.array(z.count()),
  /** The models asked, the most affected first, at most five; `default` is whatever a worker asks when none was named. */
  models: z.array(z.object({ model: z.string(), count: z.count() })),
  sample: failureSample,
});
export type FailureGroup = z.infer<typeof failureGroup>;

/** GET /api/failures. `since` is null when all time was asked for. */
export const failureGroups = z.object({
  groups: z.array(failureGroup),
  /** Failed jobs in the asked time, those of groups that were left off included. */
  total: z.count(),
  /** Groups beyond the limit. */
  left_off: z.count(),
  since: z.nullable(z.string()),
  /** The server's clock when it looked: retry with it as `until`, and exactly what was shown is meant. */
  now: z.string(),
});
export type FailureGroups = z.infer<typeof failureGroups>;

/** POST /api/failures/:group/retry. `next_cursor` is null when none is left. */
export const failureRetryAnswer = z.object({
  retried: z.array(z.object({ job_id: z.string(), prompt_id: z.string() })),
  /** That were changed by somebody else meanwhile, or have no prompt. */
  left_alone: z.count(),
  next_cursor: z.nullable(z.string()),
});
export type FailureRetryAnswer = z.infer<typeof failureRetryAnswer>;
