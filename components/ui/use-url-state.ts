// The address as state: each named part of the query is a value, and a change of it is a step in the browser's history.
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** What a part of the address may hold: any text, or one of these words. Everything else reads as null. */
export type UrlShape = Readonly<Record<string, 'text' | readonly string[]>>;

export type UrlState<Shape extends UrlShape> = {
  readonly [Name in keyof Shape]: (Shape[Name] extends readonly (infer Word)[] ? Word : string) | null;
};

/** `push`: Back undoes it. `replace`: it is no step of its own, like a letter typed into a filter. */
export type HistoryStep = 'push' | 'replace';

/** Changes the named parts and leaves the rest of the address; null takes a part out. Seen by all users at once. */
export type ChangeUrl<Shape extends UrlShape> = (next: Partial<UrlState<Shape>>, step?: HistoryStep) => void;

const listeners = new Set<() => void>();

/** `shape` must be the same object at each call. */
export function useUrlState<const Shape extends UrlShape>(shape: Shape): readonly [UrlState<Shape>, ChangeUrl<Shape>] {
  // The server's render and navigations by link come through the router; everything else is read where it is written.
  const routed = useSearchParams().toString();
  const search = useSyncExternalStore(subscribe, readSearch, () => routed);
  const state = useMemo(() => readUrl(shape, search), [shape, search]);
  const change = useCallback<ChangeUrl<Shape>>((next, step = 'push') => {
    const search = changedSearch(location.search, entriesOf(next));
    if (search === readSearch()) return;
    const url = location.pathname + (search === '' ? '' : `?${search}`) + location.hash;
    if (step === 'push') history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    for (const listener of listeners) listener();
  }, []);
  return [state, change];
}

/** The values of the parts named in `shape`. */
export function readUrl<const Shape extends UrlShape>(shape: Shape, search: string): UrlState<Shape> {
  const params = new URLSearchParams(search);
  const values = Object.entries(shape).map(([name, allowed]) => {
    const value = params.get(name);
    const isKnown = value !== null && value !== '' && (allowed === 'text' || allowed.includes(value));
    return [name, isKnown ? value : null];
  });
  return Object.fromEntries(values);
}

/** The query with these parts changed, without its question mark; parts that nobody names keep their place. */
export function changedSearch(search: string, next: readonly (readonly [string, string | null | undefined])[]): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of next) {
    if (value === null) params.delete(name);
    else if (value !== undefined) params.set(name, value);
  }
  return params.toString();
}

function entriesOf(parts: object): [string, string | null | undefined][] {
  return Object.entries(parts);
}

function readSearch(): string {
  return new URLSearchParams(location.search).toString();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
