// A thread on the wire: the path from its root through one prompt to a leaf, each turn with its text, answer and history.
import { dropRow } from './drop.ts';
import { failureKinds } from './failure.ts';
import { attemptOutcomes } from './job.ts';
import { stateClasses, verdictEntry } from './prompts/verdict.ts';
import * as z from './wire/shape.ts';

/** One claim of one of the prompt's jobs: who tried, when, and how it ended. */
export const threadAttempt = z.object({
  job_id: z.string(),
  claim: z.int(),
  attempt: z.int(),
  started_at: z.string(),
  /** Null while it runs. */
  finished_at: z.nullable(z.string()),
  outcome: z.nullable(z.enum(attemptOutcomes)),
  error_kind: z.nullable(z.enum(failureKinds)),
  error_message: z.nullable(z.string()),
  /** Text received by a claim that did not succeed. */
  output: z.nullable(z.string()),
  /** The answer of a claim that succeeded, also of one that was superseded since. */
  response: z.nullable(z.string()),
  /** provider/model that answered. */
  answered_by: z.nullable(z.string()),
  /** The entity of `response`: what a verdict is given on. */
  response_id: z.optional(z.nullable(z.string())),
});
export type ThreadAttempt = z.infer<typeof threadAttempt>;

/** All model calls of the current job together. */
export const threadUsage = z.object({
  tokens_in: z.int(),
  tokens_out: z.int(),
  tokens_cached: z.int(),
  /** Null when no price is known. */
  cost_usd: z.nullable(z.number()),
  /** The counts are estimates (the provider gave none): shown with ≈. */
  is_estimate: z.boolean(),
  latency_ms: z.number(),
});
export type ThreadUsage = z.infer<typeof threadUsage>;

/** One prompt of the path and everything that came of it. */
export const threadTurn = z.object({
  row: dropRow,
  /** The whole prompt. */
  text: z.string(),
  /** The whole answer of the current job; null until it succeeded. */
  answer: z.nullable(z.string()),
  /** Live text so far, or the kept text of a failed or stopped claim. `claim` joins it to the output frames. */
  partial: z.nullable(z.object({ claim: z.int(), text: z.string() })),
  /** Newest first, over all jobs the prompt ever had. */
  attempts: z.array(threadAttempt),
  /** Prompts with the same parent (for a root: the root itself), this one included, in (created_at, id) order. */
  sibling_ids: z.array(z.string()),
  /** Prompts that continue this one, in (created_at, id) order. */
  child_ids: z.array(z.string()),
  usage: z.nullable(threadUsage),
  /** How firm the current answer is. */
  state_class: z.optional(z.enum(stateClasses)),
  /** The latest on the current answer; null when nobody has said anything. */
  verdict: z.optional(z.nullable(verdictEntry)),
});
export type ThreadTurn = z.infer<typeof threadTurn>;

/** GET /api/threads/:promptId. The path is root → asked prompt → newest child after newest child down to a leaf. */
export const threadAnswer = z.object({
  /** The server's clock. */
  now: z.string(),
  path: z.array(threadTurn),
});
export type ThreadAnswer = z.infer<typeof threadAnswer>;

/** How many of them were unread until now. */
export const seenAnswer = z.object({ marked: z.int() });
export type SeenAnswer = z.infer<typeof seenAnswer>;
