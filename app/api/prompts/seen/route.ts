// POST /api/prompts/seen: the person has looked at these answers.
import { markSeenOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';
import { markSeen } from '#lib/store/prompts/seen.ts';

export const POST = handle(markSeenOperation, async ({ db, viewer, body }) => ({
  marked: await markSeen(db, viewer, body.prompt_ids),
}));
