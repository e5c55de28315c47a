// POST /api/prompts/archive: out of the field, with what continues them.
import { archivePromptsOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { archivePrompts } from '#lib/store/prompts/list/archive.ts';

export const POST = handle(archivePromptsOperation, ({ db, viewer, body }) =>
  archivePrompts(db, viewer, body.prompt_ids),
);
