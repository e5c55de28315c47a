// Filters of the field: each drop is counted once, and trees stay whole on the map.
import { expect, test } from 'vitest';
import { countFilters, filterRows } from '#components/shell/filter-rows.ts';
import { sampleDrop } from '../thread/drop-sample.ts';

const rows = [
  sampleDrop({ prompt_id: 'a', root_id: 'a', state: 'failed', label: 'Draw the Lease diagram' }),
  sampleDrop({ prompt_id: 'b', root_id: 'a', parent_id: 'a', state: 'running', label: 'Shorter' }),
  sampleDrop({ prompt_id: 'c', root_id: 'c', state: 'succeeded', label: 'Lease design' }),
  sampleDrop({ prompt_id: 'd', root_id: 'd', state: 'succeeded', seen_at: '2026-03-02T10:00:00Z' }),
];

test('every drop is in exactly one count', () => {
  const counts = countFilters(rows);
  expect(counts).toEqual({ orphan: 1, running: 1, waiting: 0, unread: 1, done: 1, stopped: 0 });
});
test('all words must occur, in any order and case', () => {
  expect(filterRows(rows, null, 'diagram lease').map(({ prompt_id }) => prompt_id)).toEqual(['a']);
  expect(filterRows(rows, 'unread', 'lease').map(({ prompt_id }) => prompt_id)).toEqual(['c']);
});
test('without a filter the rows are the very same array', () => {
  expect(filterRows(rows, null, '  ')).toBe(rows);
});
