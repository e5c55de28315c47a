// What a person may submit: the requests at the door and their limits.
import { z } from 'zod';
import { promptTextLimit } from './prompts/prompt-text.ts';

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8: both are refused at the door, by name.
const storableText = (what: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `${what} is missing` : `${what} must be a string`) })
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

/**
 * POST /api/jobs/:id/retry. An edited text makes a sibling prompt; without it the same prompt runs again, and `confirm`
 * says that a promoted answer may be replaced.
 */
export const retryRequest = z.strictObject({
  options: executionOptions.optional(),
  text: promptText.optional(),
  confirm: z.boolean({ error: 'confirm must be true or false' }).optional(),
});
export type RetryRequest = z.infer<typeof retryRequest>;

/** POST /api/prompts/seen: the person has looked at these answers. */
export const seenRequest = z.strictObject({
  prompt_ids: z
    .array(z.guid({ error: 'prompt_ids must hold UUIDs' }), { error: 'prompt_ids must be a list of UUIDs' })

    .min(1, 'prompt_ids is empty')
    .max(1_000, 'prompt_ids holds more than 1000 ids'),
});
export type SeenRequest = z.infer<typeof seenRequest>;
