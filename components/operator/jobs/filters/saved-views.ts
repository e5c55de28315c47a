// Named filters of the jobs page: those that everybody needs, and a person's own, kept in this browser.
import { useSyncExternalStore } from 'react';
import { filterNames, type JobFilters } from './job-filters.ts';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly filters: JobFilters;
}

export const builtInViews: readonly SavedView[] = [
  { id: 'all', name: 'All jobs', filters: {} },
  { id: 'running', name: 'Running now', filters: { state: 'running', sort: 'longest' } },
  { id: 'waiting', name: 'Waiting longest', filters: { state: 'queued', sort: 'oldest' } },
  { id: 'failed', name: 'Failed today', filters: { state: 'failed', since: 'today' } },
  { id: 'slow', name: 'Slowest today', filters: { state: 'succeeded', since: 'today', sort: 'longest' } },
  { id: 'stopped', name: 'Stopped', filters: { state: 'cancelled' } },
];

const storageKey = 'asterion.jobs.views';
/** More would be a list, not a row of names. */
export const mostViews = 20;
export const longestName = 40;

const listeners = new Set<() => void>();
let known: { readonly text: string | null; readonly views: readonly SavedView[] } = { text: null, views: [] };
const none: readonly SavedView[] = [];

export function useSavedViews(): readonly SavedView[] {
  return useSyncExternalStore(subscribe, readViews, () => none);
}

/** Its name is trimmed and cut; null when there are as many as fit already, or the browser keeps nothing. */
export function saveView(name: string, filters: JobFilters): SavedView | null {
  const views = readViews();
  const view = { id: crypto.randomUUID(), name: cleanName(name), filters: given(filters) };
  if (views.length >= mostViews || view.name === '') return null;
  return write([...views, view]) ? view : null;
}

export function renameView(id: string, name: string): void {
  const clean = cleanName(name);
  if (clean !== '') write(readViews().map((view) => (view.id === id ? { ...view, name: clean } : view)));
}

/** Answers with what puts it back where it was. */
export function removeView(id: string): () => void {
  const before = readViews();
  const at = before.findIndex((view) => view.id === id);
  const removed = before[at];
  write(before.filter((view) => view.id !== id));
  return () => {
    const now = readViews();
    if (removed !== undefined && !now.some((view) => view.id === id))
      write([...now.slice(0, at), removed, ...now.slice(at)]);
  };
}

export function readViews(): readonly SavedView[] {
  const text = stored();
  if (text !== known.text) known = { text, views: parse(text) };
  return known.views;
}

function write(views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(views));
  } catch {
    // Full, or switched off: the address still holds the filters.
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Switched off: as if nothing had been kept.
    return null;
  }
}

/** What another version or a person's hand has written is taken as far as it makes sense. */
function parse(text: string | null): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.flatMap(viewOf).slice(0, mostViews) : none;
  } catch {
    // No JSON: as if nothing had been kept.
    return none;
  }
}

function viewOf(value: unknown): SavedView[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, name, filters }: { id?: unknown; name?: unknown; filters?: unknown } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof filters !== 'object' || filters === null) return [];
  const kept = Object.entries(filters).filter(
    ([key, part]) => filterNames.some((known) => known === key) && typeof part === 'string',
  );
  return [{ id, name: cleanName(name), filters: Object.fromEntries(kept) }];
}

function given(filters: JobFilters): JobFilters {
  return Object.fromEntries(filterNames.map((name) => [name, filters[name]]).filter(([, value]) => value != null));
}

function cleanName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().slice(0, longestName).trim();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
