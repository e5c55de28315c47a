// GET /api/threads/:promptId: the path through a prompt, with texts and answers.
import { readThreadOperation } from '#app/door/operations.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { readThread } from '#lib/store/prompts/thread.ts';

export const GET = handle(readThreadOperation, async ({ db, viewer, id }) => {
  return (await readThread(db, viewer, id)) ?? notFound('prompt', 'promptId');
});
