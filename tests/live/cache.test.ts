// The one reducer: forward only, by id, whatever order and number of times news comes in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DropRow } from '#lib/domain/drop.ts';
import {
  countUnread,
  emptyField,
  type FieldState,
  mergeRows,
  withDrops,
  withMark,
  withoutDrops,
} from '#lib/live/cache.ts';
import { newRow } from './wire-server.ts';

const row = (id: string, change: Partial<DropRow> = {}): DropRow => ({ ...newRow(id), ...change });
const merged = (...batches: DropRow[][]): FieldState =>
  batches.reduce((field, batch) => mergeRows(field, batch), emptyField);

describe('merging rows', () => {
  it('ends with the highest version of every drop, for any order, batching and repetition of frames', () => {
    const frame = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), version: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(fc.array(frame, { maxLength: 6 }), { maxLength: 12 }), (batches) => {
        const rows = batches.map((batch) =>
          batch.map(({ id, version }) => row(id, { version, label: `${id}${version}` })),
        );
        const highest = new Map<string, number>();
        for (const { id, version } of batches.flat()) highest.set(id, Math.max(version, highest.get(id) ?? 0));
        const field = merged(...rows);
        expect([...field.byId].map(([id, { version }]) => [id, version]).sort()).toEqual([...highest].sort());
        for (const { prompt_id, version, label } of field.rows) expect(label).toBe(`${prompt_id}${version}`);
        expect(field.rows).toHaveLength(field.byId.size);
        // Once more, in one batch: nothing is news, so nothing is rendered.
        expect(mergeRows(field, rows.flat())).toBe(field);
      }),
    );
  });

  it('orders by the server’s created_at, then id, and keeps unchanged rows as they are', () => {
    const first = merged([row('b'), row('a'), row('z', { created_at: '2025-01-01T00:00:00.000Z' })]);
    expect(first.rows.map(({ prompt_id }) => prompt_id)).toEqual(['z', 'a', 'b']);
    const second = mergeRows(first, [row('b', { version: 2 })]);
    expect(second.rows[0]).toBe(first.rows[0]);
    expect(second.rows[1]).toBe(first.rows[1]);
    expect(second.rows[2]).not.toBe(first.rows[2]);
  });

  it('on a reset keeps only what the answer holds, and what this browser has not sent', () => {
    const known = withDrops(merged([row('a'), row('b')]), new Map([['mine', row('mine', { version: 0 })]]));
    const field = mergeRows(known, [row('a')], true);
    expect(field.rows.map(({ prompt_id }) => prompt_id)).toEqual(['a', 'mine']);
    expect(field.rows[0]).toBe(known.rows[0]);
    expect(field.isLoaded).toBe(true);
    expect(mergeRows(field, [row('a')], true)).toBe(field);
  });

  it('takes another server’s rows on a reset although their versions are lower', () => {
    const known = mergeRows(emptyField, [row('a', { version: 7, label: 'old' })], true);
    expect(mergeRows(known, [row('a', { label: 'new' })], true).rows[0]?.label).toBe('new');
  });
});

describe('what this browser knows before the server', () => {
  it('a drop sent from here keeps its slot when its row comes with another created_at', () => {
    const field = withDrops(
      withDrops(emptyField, new Map([['first', row('first', { version: 0, created_at: '2026-01-01T00:00:01.000Z' })]])),
      new Map([['second', row('second', { version: 0, created_at: '2026-01-01T00:00:02.000Z' })]]),
    );
    const order = (state: FieldState) => state.rows.map(({ prompt_id }) => prompt_id);
    const later = mergeRows(field, [
      row('second', { created_at: '2026-01-01T00:00:04.000Z' }),
      row('first', { created_at: '2026-01-01T00:00:05.000Z' }),
    ]);
    expect(order(later)).toEqual(['first', 'second']);
    expect(order(mergeRows(later, [row('other', { created_at: '2026-01-01T00:00:01.500Z' })]))).toEqual([
      'first',
      'other',
      'second',
    ]);
  });

  it('stopping lasts until the row has ended, through every version before', () => {
    const mark = { kind: 'stopping', jobId: 'job-a', sinceMs: 1 } as const;
    const marked = withMark(merged([row('a')]), 'a', mark);
    const running = mergeRows(marked, [row('a', { version: 2, state: 'running' })]);
    expect(running.byId.get('a')?.local).toEqual(mark);
    expect(mergeRows(running, [row('a', { version: 3, state: 'cancelled' })]).byId.get('a')?.local).toBeUndefined();
  });

  it('retrying lasts until the new job is there, also one that has already failed again', () => {
    const failed = merged([row('a', { state: 'failed' })]);
    const marked = withMark(failed, 'a', { kind: 'retrying', jobId: 'job-a' });
    const seen = mergeRows(marked, [row('a', { version: 2, state: 'failed', seen_at: '2026-01-01T00:00:00.000Z' })]);
    expect(seen.byId.get('a')?.local?.kind).toBe('retrying');
    const again = mergeRows(seen, [row('a', { version: 6, state: 'failed', job_id: 'job-a2' })]);
    expect(again.byId.get('a')?.local).toBeUndefined();
  });

  it('a mark taken back leaves the row, and a discarded drop is gone', () => {
    const field = merged([row('a'), row('b')]);
    const marked = withMark(field, 'a', { kind: 'retrying', jobId: 'job-a' });
    expect(withMark(marked, 'a', null).byId.get('a')).toEqual(field.byId.get('a'));
    expect(withMark(field, 'a', null)).toBe(field);
    expect(withoutDrops(field, new Set(['a'])).rows.map(({ prompt_id }) => prompt_id)).toEqual(['b']);
    expect(withoutDrops(field, new Set(['nobody']))).toBe(field);
  });
});

it('unread are the settled answers that nobody has seen', () => {
  const seen_at = '2026-01-01T00:00:00.000Z';
  const field = merged([row('a', { state: 'succeeded' }), row('b', { state: 'succeeded', seen_at }), row('c')]);
  expect(countUnread(field)).toBe(1);
});
