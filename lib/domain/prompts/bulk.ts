// Many prompts in one request: what is sent, and what became of each.
import * as z from 'zod/mini';
import { fieldFault } from '../problem.ts';
import { submitAnswer, submitRequest } from '../prompt.ts';

const bulkLimit = 1_000;

/** One item as the interface describes it; each is checked on its own, so that a wrong one refuses only itself. */
const item = z.unknown();
z.globalRegistry.add(item, z.toJSONSchema(submitRequest, { io: 'input', unrepresentable: 'any' }));

/** POST /api/prompts/bulk. */
export const bulkRequest = z.strictObject({
  prompts: z
    .array(item, { error: 'prompts must be a list of prompts' })
    .check(
      z.minLength(1, 'prompts is empty'),
      z.maxLength(bulkLimit, `prompts holds more than ${bulkLimit} prompts; send the rest in another request`),
    ),
  /** True: if one is refused, none is stored. */
  all_or_nothing: z._default(z.boolean({ error: 'all_or_nothing must be true or false' }), false),
});
export type BulkRequest = z.infer<typeof bulkRequest>;

/** In the order of the request. `created` is false when a repeated prompt_id got its first answer again. */
export const bulkResult = z.discriminatedUnion('ok', [
  z.extend(submitAnswer, { index: z.int(), ok: z.literal(true), created: z.boolean() }),
  z.object({
    index: z.int(),
    ok: z.literal(false),
    /** `id_reused`: the prompt_id is another prompt's. */
    code: z.enum(['invalid_input', 'id_reused']),
    errors: z.array(fieldFault),
  }),
]);
export type BulkResult = z.infer<typeof bulkResult>;

export const bulkAnswer = z.object({
  results: z.array(bulkResult),
  created: z.int(),
  repeated: z.int(),
  refused: z.int(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;
