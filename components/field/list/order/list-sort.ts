// What the list can be sorted by, and in which order that puts its rows.

import { byCreation } from '#components/field/layout/thread-tree.ts';
import { shortModel } from '#components/field/list/list-words.ts';
import type { PromptFigures } from '#lib/domain/prompts/figures.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export const sortColumns = ['state', 'prompt', 'model', 'age', 'duration', 'tokens', 'cost'] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface ListSort {
  readonly by: SortColumn;
  readonly isDescending: boolean;
}

/** The order without any choice: newest first, threads together. */
export const usualSort: ListSort = { by: 'age', isDescending: true };

/** What the first press on a column gives: words from A, figures and times from the largest and newest. */
export function firstSort(by: SortColumn): ListSort {
  return { by, isDescending: by === 'age' || by === 'duration' || by === 'tokens' || by === 'cost' };
}

export type FiguresById = ReadonlyMap<string, PromptFigures>;

/** Rows without the figure they are sorted by come last in both directions; equal ones newest first. */
export function sortRows(
  rows: readonly FieldDrop[],
  { by, isDescending }: ListSort,
  figures: FiguresById,
): readonly FieldDrop[] {
  const turn = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row, by, figures) }))
    .sort((a, b) => compareKeys(a.key, b.key, turn) || byCreation(b.row, a.row))
    .map(({ row }) => row);
}

type Key = string | number | null;

function compareKeys(a: Key, b: Key, turn: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -turn : turn;
}

/** What needs a person comes first. */
const stateRank = { failed: 0, running: 1, queued: 2, succeeded: 3, cancelled: 4, superseded: 5 } as const;

function keyOf(row: FieldDrop, by: SortColumn, figures: FiguresById): Key {
  const used = figures.get(row.prompt_id);
  switch (by) {
    case 'state':
      return stateRank[row.state];
    case 'prompt':
      return row.label.toLocaleLowerCase();
    case 'model':
      return shortModel(row.answered_by ?? row.model).toLocaleLowerCase() || null;
    case 'age':
      return row.created_at;
    case 'duration':
      return durationOf(row);
    case 'tokens':
      return used === undefined ? null : used.tokens_in + used.tokens_out;
    case 'cost':
      return used?.cost_usd ?? null;
  }
}

/** Milliseconds an ended prompt was worked on; null for others. */
export function durationOf({ started_at, finished_at, state }: FieldDrop): number | null {
  if (started_at === null || finished_at === null || state === 'queued') return null;
  return Math.max(0, Date.parse(finished_at) - Date.parse(started_at));
}
