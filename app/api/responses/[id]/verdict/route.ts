// /api/responses/:id/verdict: what a person thinks of an answer.
import { verdictOf } from '#app/door/answer-class.ts';
import { giveVerdictOperation, readVerdictsOperation } from '#app/door/operations/prompts.ts';
import { handle } from '#app/handle.ts';
import { giveVerdict, readVerdicts } from '#lib/store/prompts/verdict.ts';

export const GET = handle(readVerdictsOperation, async ({ db, viewer, id }) =>
  verdictOf(await readVerdicts(db, viewer, id)),
);

export const POST = handle(giveVerdictOperation, async ({ db, viewer, id, body }) =>
  verdictOf(await giveVerdict(db, viewer, id, body)),
);
