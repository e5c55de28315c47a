// POST /api/prompts/:id/promote: its answer becomes firmer.
import { classOf } from '#app/door/answer-class.ts';
import { promoteOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { moveClass } from '#lib/store/prompts/promote.ts';

export const POST = handle(promoteOperation, async ({ db, viewer, id, body }) =>
  classOf(await moveClass(db, viewer, id, { direction: 'up', ...body })),
);
