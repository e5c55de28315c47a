// GET /api/sessions: the viewer's conversations.
import { listSessionsOperation } from '#app/door/operations/search.ts';
import { handle } from '#app/handle.ts';
import { listSessions } from '#lib/store/prompts/sessions.ts';

export const GET = handle(listSessionsOperation, ({ db, viewer, query: { q: title, ...filter } }) =>
  listSessions(db, viewer, { title, ...filter }),
);
