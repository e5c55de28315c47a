// Which drops a filter keeps: by state, by words of the label.
import { isUnread } from '#lib/domain/drop.ts';
import { assertNever } from '#lib/domain/job.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** In the order of their chips. `orphan` needs a person; `done` has been answered and seen. */
export const filterNames = ['orphan', 'running', 'waiting', 'unread', 'done', 'stopped'] as const;
export type FilterName = (typeof filterNames)[number];

export const filterWords: Readonly<Record<FilterName, string>> = {
  orphan: 'Didn’t work',
  running: 'Answering',
  waiting: 'Waiting',
  unread: 'New',
  done: 'Ready',
  stopped: 'Stopped',
};

export function filterOf(row: FieldDrop): FilterName {
  if (row.local?.kind === 'unsent') return 'orphan';
  switch (row.state) {
    case 'failed':
      return 'orphan';
    case 'running':
      return 'running';
    case 'queued':
      return 'waiting';
    case 'succeeded':
      return isUnread(row) ? 'unread' : 'done';
    case 'cancelled':
    case 'superseded':
      return 'stopped';
    default:
      return assertNever(row.state);
  }
}

export function countFilters(rows: readonly FieldDrop[]): Readonly<Record<FilterName, number>> {
  const counts = { orphan: 0, running: 0, waiting: 0, unread: 0, done: 0, stopped: 0 };
  for (const row of rows) counts[filterOf(row)]++;
  return counts;
}

/** Rows that match both; the same array when there is nothing to filter by. Every word of `query` must occur in the label. */
export function filterRows(rows: readonly FieldDrop[], state: FilterName | null, query: string): readonly FieldDrop[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (state === null && words.length === 0) return rows;
  return rows.filter((row) => {
    if (state !== null && filterOf(row) !== state) return false;
    const label = row.label.toLocaleLowerCase();
    return words.every((word) => label.includes(word));
  });
}
