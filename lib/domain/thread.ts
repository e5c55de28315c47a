// A thread on the wire: the path from its root through one prompt to a leaf, each turn with its text, answer and history.
import { z } from 'zod';
import { dropRow } from './drop.ts';
import { failureKinds } from './failure.ts';
import { attemptOutcomes } from './job.ts';

/** One claim of one of the prompt's jobs: who tried, when, and how it ended. */
export const threadAttempt = z.object({
  job_id: z.string(),
  claim: z.number().int(),
  attempt: z.number().int(),
  started_at: z.string(),
  /** Null while it runs. */
  finished_at: z.string().nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  error_kind: z.enum(failureKinds).nullable(),
  error_message: z.string().nullable(),
  /** Text received by a claim that did not succeed. */
  output: z.string().nullable(),
  /** The answer of a claim that succeeded, also of one that was superseded since. */
  response: z.string().nullable(),
  /** provider/model that answered. */
  answered_by: z.string().nullable(),
});
export type ThreadAttempt = z.infer<typeof threadAttempt>;

/** All model calls of the current job together. */
export const threadUsage = z.object({
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  tokens_cached: z.number().int(),
  /** Null when no price is known. */
  cost_usd: z.number().nullable(),
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
  answer: z.string().nullable(),
  /** Live text so far, or the kept text of a failed or stopped claim. `claim` joins it to the output frames. */
  partial: z.object({ claim: z.number().int(), text: z.string() }).nullable(),
  /** Newest first, over all jobs the prompt ever had. */
  attempts: z.array(threadAttempt),
  /** Prompts with the same parent (for a root: the root itself), this one included, in (created_at, id) order. */
  sibling_ids: z.array(z.string()),
  /** Prompts that continue this one, in (created_at, id) order. */
  child_ids: z.array(z.string()),
  usage: threadUsage.nullable(),
});
export type ThreadTurn = z.infer<typeof threadTurn>;

/** GET /api/threads/:promptId. The path is root → asked prompt → newest child after newest child down to a leaf. */
export const threadAnswer = z.object({
  /** The server's clock. */
  now: z.string(),
  path: z.array(threadTurn),
});
export type ThreadAnswer = z.infer<typeof threadAnswer>;

/** POST /api/prompts/seen: the person has looked at these answers. */
export const seenRequest = z.strictObject({
  prompt_ids: z
    .array(z.guid({ error: 'prompt_ids must hold UUIDs' }), { error: 'prompt_ids must be a list of UUIDs' })
    .min(1, 'prompt_ids is empty')
    .max(1_000, 'prompt_ids holds more than 1000 ids'),
});
export type SeenRequest = z.infer<typeof seenRequest>;

/** How many of them were unread until now. */
export const seenAnswer = z.object({ marked: z.number().int() });
export type SeenAnswer = z.infer<typeof seenAnswer>;
