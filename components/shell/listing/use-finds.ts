// What the server finds for the list: words in prompts and answers, what was put away, and conversations of others.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Snippet } from '#lib/domain/prompts/search.ts';
import { type FieldDrop, mergeRows } from '#lib/live/cache.ts';
import { findPrompts, type SearchWish } from '#lib/live/search-api.ts';
import { useField, useLiveView } from '#lib/live/use-field.ts';
import type { MissionUrl } from '../use-mission-url.ts';
import { instantsOf } from './more-filters.ts';

/** A word is asked for when it has been typed, not at every letter of it. */
const restMs = 220;
const pageSize = 60;

export interface Finds {
  /** Newest first, each as the field has it if it has it. */
  readonly rows: readonly FieldDrop[];
  readonly snippets: ReadonlyMap<string, readonly Snippet[]>;
  /** Those that the field does not hold. */
  readonly outside: ReadonlySet<string>;
  readonly isAsked: boolean;
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly again: () => void;
  /** Asks for the next page, if there is one. */
  readonly more: () => void;
}

/** `isElsewhere`: the conversation asked for has no row in this field. */
export function useFinds(url: MissionUrl, isElsewhere: boolean): Finds {
  const typed = useRested((url.q ?? '').trim());
  const isAsked = typed.length >= 2 || url.archived === 'yes' || isElsewhere;
  const wish = useMemo<SearchWish>(() => wishOf(url, typed), [url, typed]);
  const { data, isFetching, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['list', 'finds', wish],
    queryFn: ({ signal, pageParam }) => findPrompts({ ...wish, cursor: pageParam }, signal),
    initialPageParam: noCursor(),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: 1,
  });
  const hits = useMemo(() => (isAsked ? (data?.pages.flatMap((page) => page.hits) ?? []) : []), [data, isAsked]);
  const { byId } = useField();
  useKeptArchived(hits);
  const found = useMemo(() => {
    const rows = hits.map(({ row }) => byId.get(row.prompt_id) ?? row);
    const snippets = new Map(hits.map(({ row, snippets: own }) => [row.prompt_id, own]));
    const outside = new Set(rows.filter(({ prompt_id }) => !byId.has(prompt_id)).map(({ prompt_id }) => prompt_id));
    return { rows, snippets, outside };
  }, [hits, byId]);
  const isResting = typed !== (url.q ?? '').trim();
  return {
    ...found,
    isAsked: isAsked || isResting,
    isSearching: isFetching || isResting,
    error: isAsked ? error : null,
    again: () => void refetch(),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}

function wishOf(url: MissionUrl, typed: string): SearchWish {
  return {
    q: typed.length >= 2 ? typed : undefined,
    sort: 'newest',
    limit: pageSize,
    model: url.model ?? undefined,
    session_id: url.session !== null && isId(url.session) ? url.session : undefined,
    verdict: url.verdict ?? undefined,
    archived: url.archived === 'yes' ? true : undefined,
    ...instantsOf(url),
  };
}

/** What no conversation can be called is not asked for. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** What is put away is known to the field without being shown by it: then it can be run again, opened and continued. */
function useKeptArchived(hits: readonly { readonly row: FieldDrop; readonly is_archived: boolean }[]): void {
  const view = useLiveView();
  useEffect(() => {
    const rows = hits.filter(({ row, is_archived }) => row.archived_at !== undefined && !is_archived);
    if (view !== null && rows.length > 0)
      view.edit((field) =>
        mergeRows(
          field,
          rows.map(({ row }) => row),
        ),
      );
  }, [view, hits]);
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function noCursor(): string | undefined {
  return undefined;
}
