// Searching the words of all prompts and answers, on the server.
import { type SearchAnswer, type SearchSort, searchAnswer } from '#lib/domain/prompts/search.ts';
import type { VerdictWord } from '#lib/domain/prompts/verdict.ts';
import { type ApiAccess, ask, browserAccess } from './api.ts';

/** What may be asked for besides words; an absent one does not narrow. */
export interface SearchWish {
  readonly q?: string | undefined;
  readonly sort?: SearchSort | undefined;
  /** provider/model. */
  readonly model?: string | undefined;
  /** ISO 8601: sent from here on, and before. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly session_id?: string | undefined;
  readonly verdict?: VerdictWord | 'none' | undefined;
  readonly archived?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** One page of what matches. */
export function findPrompts(
  wish: SearchWish,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<SearchAnswer> {
  const parts = Object.entries(wish).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(parts);
  return ask(access, searchAnswer, `/api/search?${query}`, signal === undefined ? {} : { signal });
}

/** The best finds for `text`, which must not be empty. */
export function searchPrompts(
  text: string,
  limit: number,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<SearchAnswer> {
  return findPrompts({ q: text, sort: 'relevance', limit }, signal, access);
}
