// GET /api/search: prompts by what they and their answers say.
import { searchOperation } from '#app/door/operations/search.ts';
import { handle } from '#app/handle.ts';
import { searchPrompts } from '#lib/store/prompts/search.ts';

export const GET = handle(searchOperation, ({ db, viewer, query: { q: text, ...search } }) =>
  searchPrompts(db, viewer, { text, ...search }),
);
