// The lines of the list: threads whole under their newest day, closed ones standing for all below, any column in order.
import { describe, expect, it } from 'vitest';
import { listCommandOf } from '#components/field/list/keys/list-keys.ts';
import { dayEntries, treeEntries } from '#components/field/list/order/list-entries.ts';
import { firstSort, sortColumns, sortRows } from '#components/field/list/order/list-sort.ts';
import { isSameShape, orderThreads } from '#components/field/list/order/thread-order.ts';
import { rangesOf } from '#components/field/list/snippet-line.tsx';
import { filterMore } from '#components/shell/listing/more-filters.ts';
import type { PromptFigures } from '#lib/domain/prompts/figures.ts';
import { aDropRow } from '#tests/domain/a-drop-row.ts';

const row = (id: string, day: number, parent: string | null = null, more = {}) =>
  aDropRow({ prompt_id: id, root_id: 'a', parent_id: parent, created_at: `2026-03-0${day}T10:00:00.000Z`, ...more });
const rows = [row('a', 1), row('b', 1), row('c', 2, 'a'), row('d', 3, 'c'), row('e', 2)];
const place = { timeZone: 'UTC', today: '2026-03-03', closed: new Set<string>() };
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);

describe('the tree', () => {
  it('puts a thread under the day of its newest prompt, from its root down', () => {
    const entries = treeEntries(orderThreads(rows), place);
    expect(keys(entries)).toEqual(['day 2026-03-03', 'a', 'c', 'd', 'day 2026-03-02', 'e', 'day 2026-03-01', 'b']);
    expect(entries.map((entry) => (entry.kind === 'drop' ? entry.depth : -1))).toEqual([-1, 0, 1, 2, -1, 0, -1, 0]);
    expect(entries[3]).toMatchObject({ parentKey: 'c' });
  });

  it('closed, stands for everything below it; a closed day for all of its prompts', () => {
    const closed = treeEntries(orderThreads(rows), { ...place, closed: new Set(['a', 'day 2026-03-02']) });
    expect(keys(closed)).toEqual(['day 2026-03-03', 'a', 'day 2026-03-02', 'day 2026-03-01', 'b']);
    expect(closed[1]).toMatchObject({ isOpen: false, below: ['c', 'd'] });
  });

  it('keeps its order while only states change', () => {
    expect(
      isSameShape(
        rows,
        rows.map((one) => ({ ...one, state: 'running' as const })),
      ),
    ).toBe(true);
    expect(isSameShape(rows, rows.slice(1))).toBe(false);
  });

  it('cuts days in the zone of who looks', () => {
    const late = [row('x', 1, null, { created_at: '2026-03-01T20:00:00.000Z' })];
    expect(dayEntries(late, { ...place, timeZone: 'Australia/Brisbane' })[0]?.key).toBe('day 2026-03-02');
  });
});

describe('a sort', () => {
  const used = (id: string, tokens: number): [string, PromptFigures] => [
    id,
    { prompt_id: id, job_id: 'j', tokens_in: tokens, tokens_out: 0, cost_usd: null, is_estimate: false, verdict: null },
  ];
  it('by tokens has the most first, and those without last in both directions', () => {
    const figures = new Map([used('a', 5), used('b', 9)]);
    const ids = (isDescending: boolean) =>
      sortRows(rows.slice(0, 3), { by: 'tokens', isDescending }, figures).map(({ prompt_id }) => prompt_id);
    expect([ids(true), ids(false)]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
    ]);
  });
  it('by any column keeps every row once', () => {
    for (const by of sortColumns) expect(new Set(sortRows(rows, firstSort(by), new Map()))).toEqual(new Set(rows));
  });
});

it('filters narrow by day, replies and model, and are the same array without any', () => {
  const none = { session: null, model: null, from: null, to: null, replies: null };
  const ids = (more: Partial<Parameters<typeof filterMore>[1]>) =>
    filterMore(rows, { ...none, ...more }).map(({ prompt_id }) => prompt_id);
  expect(filterMore(rows, none)).toBe(rows);
  expect(filterMore(rows, { ...none, from: 'nonsense' })).toBe(rows);
  expect(ids({ replies: 'with' })).toEqual(['a', 'c']);
  expect(ids({ from: '2026-03-02', to: '2026-03-02', replies: 'without' })).toEqual(['e']);
  expect(ids({ model: 'demo' })).toEqual([]);
});

it('words are marked where they stand, never one inside another', () => {
  expect(rangesOf('Name the river', 'river name am')).toEqual([
    { start: 0, end: 4 },
    { start: 9, end: 14 },
  ]);
});

it('keys move by line and page, pick with Shift, and leave the rest to the page', () => {
  const press = (key: string, more = {}) =>
    listCommandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, true);
  expect(press('PageDown')).toEqual({ does: 'move', to: 'page-down', isPicking: false });
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ does: 'move', to: 'previous', isPicking: true });
  expect(press('ArrowRight')).toEqual({ does: 'expand' });
  expect(press('a', { ctrlKey: true })).toEqual({ does: 'mark-all' });
  expect(press('F10', { shiftKey: true })).toEqual({ does: 'menu' });
  expect([press('+'), press('0'), press('q')]).toEqual([null, null, null]);
});
