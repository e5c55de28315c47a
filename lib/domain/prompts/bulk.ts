// Many prompts in one request: what is sent, and what became of each.
import { z } from 'zod';
import { fieldFault } from '../problem.ts';
import { submitRequest } from '../prompt.ts';
import * as shape from '../wire/shape.ts';
import { submitAnswer } from './submit-answer.ts';

const bulkLimit = 1_000;

/** One item as the interface describes it; each is checked on its own, so that a wrong one refuses only itself. */
const {
  $schema: _,
  '~standard': __,
  ...itemSchema
} = z.toJSONSchema(submitRequest, { io: 'input', unrepresentable: 'any' });
const item = z.unknown().meta(itemSchema);

/** POST /api/prompts/bulk. */
export const bulkRequest = z.strictObject({
  prompts: z
    .array(item, { error: 'prompts must be a list of prompts' })
    .min(1, 'prompts is empty')
    .max(bulkLimit, `prompts holds more than ${bulkLimit} prompts; send the rest in another request`),
  /** True: if one is refused, none is stored. */
  all_or_nothing: z.boolean({ error: 'all_or_nothing must be true or false' }).default(false),
});
export type BulkRequest = z.infer<typeof bulkRequest>;

/** In the order of the request. `created` is false when a repeated prompt_id got its first answer again. */
export const bulkResult = shape.discriminatedUnion('ok', [
  shape.extend(submitAnswer, { index: shape.int(), ok: shape.literal(true), created: shape.boolean() }),
  shape.object({
    index: shape.int(),
    ok: shape.literal(false),
    /** `id_reused`: the prompt_id is another prompt's. */
    code: shape.enum(['invalid_input', 'id_reused']),
    errors: shape.array(fieldFault),
  }),
]);
export type BulkResult = shape.infer<typeof bulkResult>;

export const bulkAnswer = shape.object({
  results: shape.array(bulkResult),
  created: shape.int(),
  repeated: shape.int(),
  refused: shape.int(),
});
export type BulkAnswer = shape.infer<typeof bulkAnswer>;
