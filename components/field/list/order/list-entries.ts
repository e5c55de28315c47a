// The lines of the list: days, newest first, and under each its threads, or one flat run of prompts when sorted.
import { createDayReader, dayName } from '#components/field/layout/day.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import type { ThreadOrder } from './thread-order.ts';

export interface DayEntry {
  readonly kind: 'day';
  readonly key: string;
  readonly name: string;
  readonly ids: readonly string[];
  readonly isOpen: boolean;
}

export interface DropEntry {
  readonly kind: 'drop';
  /** The prompt's id. */
  readonly key: string;
  /** 0 for a root and for every line of a flat list. */
  readonly depth: number;
  /** What it stands for when it is closed; empty where nothing hangs on it. */
  readonly below: readonly string[];
  readonly isOpen: boolean;
  /** The line above it in the tree: a prompt, its day, or nothing. */
  readonly parentKey: string | null;
}

export type ListEntry = DayEntry | DropEntry;

interface EntryInput {
  readonly timeZone: string;
  /** The viewer's local day, YYYY-MM-DD. */
  readonly today: string;
  /** Keys of closed days and threads. */
  readonly closed: ReadonlySet<string>;
}

/** Whole threads under the day of their newest prompt. */
export function treeEntries(threads: readonly ThreadOrder[], input: EntryInput): ListEntry[] {
  const dayOf = createDayReader(input.timeZone);
  return byDay(threads, ({ newestAt }) => dayOf(newestAt)).flatMap(([day, ofDay]) => {
    const ids = ofDay.flatMap(({ lines }) => lines.map(({ id }) => id));
    return withDay(day, ids, input, (key) => ofDay.flatMap((thread) => linesOf(thread, key, input.closed)));
  });
}

/** Single prompts under the day each was sent; `rows` are newest or oldest first. */
export function dayEntries(rows: readonly FieldDrop[], input: EntryInput): ListEntry[] {
  const dayOf = createDayReader(input.timeZone);
  return byDay(rows, ({ created_at }) => dayOf(created_at)).flatMap(([day, ofDay]) => {
    const ids = ofDay.map(({ prompt_id }) => prompt_id);
    return withDay(day, ids, input, (key) => ids.map((id) => single(id, key)));
  });
}

/** In the order given, without days. */
export function flatEntries(rows: readonly FieldDrop[]): ListEntry[] {
  return rows.map(({ prompt_id }) => single(prompt_id, null));
}

function single(id: string, parentKey: string | null): DropEntry {
  return { kind: 'drop', key: id, depth: 0, below: [], isOpen: false, parentKey };
}

function byDay<Item>(items: readonly Item[], dayOf: (item: Item) => string): [string, Item[]][] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = dayOf(item);
    const known = days.get(day);
    if (known === undefined) days.set(day, [item]);
    else known.push(item);
  }
  return [...days];
}

function withDay(
  day: string,
  ids: readonly string[],
  { today, closed }: EntryInput,
  linesUnder: (key: string) => readonly DropEntry[],
): ListEntry[] {
  const key = `day ${day}`;
  const isOpen = !closed.has(key);
  return [{ kind: 'day', key, name: dayName(day, today), ids, isOpen }, ...(isOpen ? linesUnder(key) : [])];
}

function linesOf({ lines }: ThreadOrder, dayKey: string, closed: ReadonlySet<string>): DropEntry[] {
  const shown: DropEntry[] = [];
  const path: string[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const { id, depth, below } of lines) {
    if (depth > hiddenBelow) continue;
    hiddenBelow = Number.POSITIVE_INFINITY;
    const isOpen = below.length > 0 && !closed.has(id);
    if (below.length > 0 && !isOpen) hiddenBelow = depth;
    path[depth] = id;
    shown.push({ kind: 'drop', key: id, depth, below, isOpen, parentKey: path[depth - 1] ?? dayKey });
  }
  return shown;
}
