// GET /api/prompts/figures: tokens, cost and verdicts of prompts.
import { readFiguresOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { readFigures } from '#lib/store/prompts/list/figures.ts';

export const GET = handle(readFiguresOperation, async ({ db, viewer, query }) => ({
  figures: await readFigures(db, viewer, query.prompt_ids ?? null),
}));
