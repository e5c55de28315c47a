// Searching the words of all prompts and answers, on the server.
import { type SearchAnswer, searchAnswer } from '#lib/domain/prompts/search.ts';
import { type ApiAccess, ask, browserAccess } from './api.ts';

/** The best finds for `text`, which must not be empty. */
export function searchPrompts(
  text: string,
  limit: number,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q: text, sort: 'relevance', limit: String(limit) });
  return ask(access, searchAnswer, `/api/search?${query}`, signal === undefined ? {} : { signal });
}
