// What a person may submit: the request at the door, its limits, and what comes back.
import { z } from 'zod';
import { defaultMaxAttempts, jobStates } from './job.ts';

/** UTF-16 code units, as the browser counts them. */
export const promptTextLimit = 200_000;

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8: both are refused at the door, by name.
const storableText = (what: string) =>
  z
    .string({ error: `${what} must be text` })
    .refine((text) => !text.includes('\u0000'), { error: `${what} holds a NUL character; remove it`, abort: true })
    .refine((text) => text.isWellFormed(), {
      error: `${what} holds half of a surrogate pair; send well-formed Unicode`,
      abort: true,
    });

export const promptText = storableText('text')
  .refine((text) => text.trim() !== '', { error: 'text is empty; write a prompt', abort: true })
  .refine((text) => text.length <= promptTextLimit, {
    error: `text is longer than ${promptTextLimit.toLocaleString('en')} characters; shorten it or split it`,
  });

const id = (what: string) => z.guid({ error: `${what} must be a UUID` });

/** How the answer is made. An absent field means the default. */
export const executionOptions = z.strictObject({
  /** provider/model, e.g. `openai/gpt-5` or `demo`. */
  model: storableText('options.model')
    .min(1, 'options.model is empty')
    .max(200, 'options.model is longer than 200 characters')
    .optional(),
  max_attempts: z.int({ error: 'options.max_attempts must be a whole number' }).min(1).max(20).optional(),
});
export type ExecutionOptions = z.infer<typeof executionOptions>;

export const submitRequest = z.strictObject({
  text: promptText,
  /** The prompt or response this continues: what the request names, never "whatever is active". */
  parent_id: id('parent_id').nullish(),
  session_id: id('session_id').optional(),
  options: executionOptions.optional(),
  priority: z.int({ error: 'priority must be a whole number from 0 (first) to 100 (last)' }).min(0).max(100).optional(),
  scheduled_for: z.iso
    .datetime({ offset: true, error: 'scheduled_for must be an ISO 8601 time with a zone' })
    .optional(),
  depends_on: z.array(id('depends_on')).max(100).optional(),
  /** The client's own id for the prompt; a repeat returns the first answer. */
  prompt_id: id('prompt_id').optional(),
});
export type SubmitRequest = z.infer<typeof submitRequest>;

export const idempotencyKey = storableText('Idempotency-Key')
  .min(1)
  .max(200, 'Idempotency-Key is longer than 200 characters');

export const submitAnswer = z.object({
  prompt_id: z.string(),
  job_id: z.string(),
  session_id: z.string(),
  state: z.enum(jobStates),
});
export type SubmitAnswer = z.infer<typeof submitAnswer>;

/** POST /api/jobs/:id/retry. An edited text makes a sibling prompt; without it the same prompt runs again. */
export const retryRequest = z.strictObject({ options: executionOptions.optional(), text: promptText.optional() });
export type RetryRequest = z.infer<typeof retryRequest>;

const labelLimit = 120;

/** First line with anything on it, at most 120 characters. A `@demo …` directive gives way to what follows it. */
export function labelOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((candidate) => !candidate.startsWith('@demo')) ?? lines[0] ?? '';
  return line.length <= labelLimit
    ? line
    : `${line
        .slice(0, labelLimit - 1)
        .trimEnd()
        .toWellFormed()}…`;
}

export function maxAttemptsOf(options: ExecutionOptions | undefined): number {
  return options?.max_attempts ?? defaultMaxAttempts;
}
