// What the map is told of a search or a filter: labels at once, and what the server finds in prompts and answers after them.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Finding } from '#components/field/map/find/use-find.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { type FilterName, filterOf } from './filter-rows.ts';

/** A word is asked for when it has been typed, not at every letter of it. */
const typedAfterMs = 250;
const mostFinds = 100;

/** Null when nothing is looked for: `matching` are the rows that match by themselves, null then. */
export function useFinding(
  byId: ReadonlyMap<string, FieldDrop>,
  matching: readonly FieldDrop[] | null,
  { state, query }: { readonly state: FilterName | null; readonly query: string },
  onClear: () => void,
): Finding | null {
  const told = useFoundByServer(query.trim());
  const key = filterKey();
  return useMemo(() => {
    if (matching === null) return null;
    const ids = new Set(matching.map(({ prompt_id }) => prompt_id));
    for (const id of told) {
      const row = byId.get(id);
      if (row !== undefined && (state === null || filterOf(row) === state)) ids.add(id);
    }
    return { key, ids, onClear };
  }, [matching, told, byId, state, key, onClear]);
}

/** The address without what says where one looks: two keys are the same when the same is looked for. */
function filterKey(): string {
  if (typeof location === 'undefined') return '';
  const params = new URLSearchParams(location.search);
  for (const name of ['view', 'drop', 'dock']) params.delete(name);
  return params.toString();
}

function useFoundByServer(query: string): readonly string[] {
  const [typed, setTyped] = useState(query);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(query), typedAfterMs);
    return () => clearTimeout(timer);
  }, [query]);
  const isAsked = typed !== '' && typed === query;
  const { data = none } = useQuery({
    queryKey: ['found', typed],
    queryFn: async ({ signal }) => {
      const { searchPrompts } = await import('#lib/live/search-api.ts');
      const { hits } = await searchPrompts(typed, mostFinds, signal);
      return hits.map(({ row }) => row.prompt_id);
    },
    enabled: isAsked,
    staleTime: 10_000,
    retry: false,
  });
  return isAsked ? data : none;
}

const none: readonly string[] = [];
