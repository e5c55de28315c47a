// From the address and the field to the lines of the list: filtered, joined with what the server found, sorted, folded.
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { dayEntries, flatEntries, type ListEntry, treeEntries } from '#components/field/list/order/list-entries.ts';
import {
  type FiguresById,
  type ListSort,
  sortColumns,
  sortRows,
  usualSort,
} from '#components/field/list/order/list-sort.ts';
import { isSameShape, orderThreads } from '#components/field/list/order/thread-order.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { FiguresStore } from '#lib/live/list/figures.ts';
import { filterOf, filterRows } from '../filter-rows.ts';
import { type MissionUrl, noFilters } from '../use-mission-url.ts';
import { filterMore } from './more-filters.ts';
import type { Finds } from './use-finds.ts';

const figuresStore = new FiguresStore();

/** "duration-desc" in the address; anything else is the usual order. */
export function sortOf(text: string | null): ListSort {
  const [name, direction] = text?.split('-') ?? [];
  const by = sortColumns.find((column) => column === name);
  return by === undefined ? usualSort : { by, isDescending: direction !== 'asc' };
}

export function isFiltered(url: MissionUrl): boolean {
  return Object.keys(noFilters).some((name) => Reflect.get(url, name) !== null);
}

export interface Listed {
  readonly entries: readonly ListEntry[];
  readonly rows: readonly FieldDrop[];
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly figures: FiguresById;
  readonly wantFigures: (promptIds: readonly string[]) => void;
}

export function useListed(
  rows: readonly FieldDrop[],
  url: MissionUrl,
  finds: Finds,
  place: { readonly zone: string; readonly today: string; readonly closed: ReadonlySet<string> },
): Listed {
  const query = useDeferredValue(url.q ?? '');
  const sort = useMemo(() => sortOf(url.sort), [url.sort]);
  const figures = useSyncExternalStore(figuresStore.subscribe, figuresStore.figures, figuresStore.figures);
  const isByFigures = sort.by === 'tokens' || sort.by === 'cost';
  const { zone, today, closed } = place;
  const isPlain = !isFiltered(url);

  const matching = useMemo(() => {
    const own = url.archived === 'yes' ? [] : filterRows(filterMore(rows, url), url.state, query);
    return withFinds(own, finds.rows, url);
  }, [rows, url, query, finds.rows]);
  const judged = useMemo(() => {
    const { verdict } = url;
    if (verdict === null) return matching;
    return matching.filter((row) =>
      verdict === 'none'
        ? row.state === 'succeeded' && (figures.get(row.prompt_id)?.verdict ?? null) === null
        : figures.get(row.prompt_id)?.verdict === verdict,
    );
  }, [matching, url, figures]);
  // Sums of all of them are read only where they decide the order or who is shown.
  useEffect(() => {
    if (isByFigures || url.verdict !== null) figuresStore.want(matching);
  }, [isByFigures, url.verdict, matching]);

  const needed = isByFigures ? figures : noFigures;
  const sorted = useMemo(() => sortRows(judged, sort, needed), [judged, sort, needed]);
  const byId = useMemo(() => new Map(judged.map((row) => [row.prompt_id, row])), [judged]);
  const shaped = useShape(judged);
  const isTree = isPlain && sort.by === 'age' && sort.isDescending;
  const threads = useMemo(() => (isTree ? orderThreads(shaped) : []), [isTree, shaped]);
  const ordered = useShape(sorted);
  const entries = useMemo(() => {
    const input = { timeZone: zone, today, closed };
    if (isTree) return treeEntries(threads, input);
    return sort.by === 'age' ? dayEntries(ordered, input) : flatEntries(ordered);
  }, [isTree, threads, ordered, sort.by, zone, today, closed]);

  const latest = useRef(byId);
  latest.current = byId;
  const isHeld = isByFigures || url.verdict !== null;
  const wantFigures = useCallback(
    (promptIds: readonly string[]) => {
      if (!isHeld) figuresStore.want(promptIds.map((id) => latest.current.get(id)).filter((row) => row !== undefined));
    },
    [isHeld],
  );
  return { entries, rows: judged, byId, figures, wantFigures };
}

const noFigures: FiguresById = new Map();

/** What the server found joins what matches by itself, each once. */
function withFinds(
  own: readonly FieldDrop[],
  found: readonly FieldDrop[],
  { state, archived, replies }: MissionUrl,
): readonly FieldDrop[] {
  const known = new Set(own.map(({ prompt_id }) => prompt_id));
  const more = found.filter(
    (row) =>
      !known.has(row.prompt_id) &&
      (state === null || filterOf(row) === state) &&
      // Who continues what is only known of the field's own rows, which have been asked.
      replies === null &&
      (archived !== 'yes' || row.archived_at !== undefined) &&
      row.local?.kind !== 'archiving',
  );
  return more.length === 0 ? own : [...own, ...more];
}

/** The rows as they were while only states have changed: what is laid out by them stands. */
function useShape(rows: readonly FieldDrop[]): readonly FieldDrop[] {
  const kept = useRef(rows);
  if (!isSameShape(kept.current, rows)) kept.current = rows;
  return kept.current;
}

const closedKey = 'asterion.closed';

/** Which days and threads a person has closed; kept as long as the tab. */
export function useClosed(): readonly [ReadonlySet<string>, (key: string) => void] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(readClosed);
  const toggle = useCallback((key: string) => {
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      try {
        sessionStorage.setItem(closedKey, [...next].join('\n'));
      } catch {
        // No storage: it lasts as long as the page.
      }
      return next;
    });
  }, []);
  return [closed, toggle];
}

function readClosed(): ReadonlySet<string> {
  try {
    return new Set((sessionStorage.getItem(closedKey) ?? '').split('\n').filter(Boolean));
  } catch {
    // No storage: everything is open.
    return new Set();
  }
}
