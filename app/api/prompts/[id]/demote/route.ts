// POST /api/prompts/:id/demote: its answer becomes looser.
import { classOf } from '#app/door/answer-class.ts';
import { demoteOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { moveClass } from '#lib/store/prompts/promote.ts';

export const POST = handle(demoteOperation, async ({ db, viewer, id, body }) =>
  classOf(await moveClass(db, viewer, id, { direction: 'down', ...body })),
);
