// POST /api/prompts/restore: back into the field.
import { restorePromptsOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { restorePrompts } from '#lib/store/prompts/list/archive.ts';

export const POST = handle(restorePromptsOperation, ({ db, viewer, body }) =>
  restorePrompts(db, viewer, body.prompt_ids),
);
