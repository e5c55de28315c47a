// PATCH /api/sessions/:id: another title, pinned, put away.
import { changeSessionOperation } from '#app/door/operations/search.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { changeSession } from '#lib/store/prompts/sessions.ts';

export const PATCH = handle(changeSessionOperation, async ({ db, viewer, id, body }) => {
  return (await changeSession(db, viewer, id, body)) ?? notFound('session', 'id');
});
