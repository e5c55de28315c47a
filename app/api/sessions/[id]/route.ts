// GET and PATCH /api/sessions/:id: one conversation; another title, pinned, put away.
import { changeSessionOperation, readSessionOperation } from '#app/door/operations/search.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { changeSession, readSession } from '#lib/store/prompts/sessions.ts';

export const GET = handle(readSessionOperation, async ({ db, viewer, id }) => {
  return (await readSession(db, viewer, id)) ?? notFound('session', 'id');
});

export const PATCH = handle(changeSessionOperation, async ({ db, viewer, id, body }) => {
  return (await changeSession(db, viewer, id, body)) ?? notFound('session', 'id');
});
