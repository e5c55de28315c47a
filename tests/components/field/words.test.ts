// The words on the map: which there are, and that none ever stands over another, over a drop or over a title.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { radiusOf } from '#components/field/drop-shape.ts';
import { lookOf } from '#components/field/drop-view.ts';
import type { Rect } from '#components/field/layout/grid-index.ts';
import { type FieldLayout, layout, type Position } from '#components/field/layout/layout.ts';
import { boxOf, wordsOf } from '#components/field/map/seats/words.ts';
import { namedFrom } from '#components/field/map/window/zoom-level.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { drop, history } from './fixture.ts';

const orphan = drop({ state: 'failed', error_kind: 'timeout' });
const problem = { kind: 'network', status: 0, detail: '', errors: [] } as const;

/** The same history in every state a drop can have. */
const lively = fc.tuple(history, fc.infiniteStream(fc.nat({ max: 7 }))).map(([rows, states]) =>
  rows.map((row): FieldDrop => {
    const changes: readonly Partial<FieldDrop>[] = [
      {},
      { state: 'queued' },
      { state: 'queued', attempt: 2 },
      { state: 'running' },
      { state: 'failed', error_kind: 'rate_limit' },
      { state: 'cancelled' },
      { seen_at: null, answer_length: 9_000 },
      { state: 'queued', local: { kind: 'unsent', text: 'x', problem } },
    ];
    return { ...row, ...changes[states.next().value ?? 0] };
  }),
);

interface Placed {
  readonly what: string;
  readonly box: Rect;
}

function placedWords(rows: readonly FieldDrop[], field: FieldLayout, scale: number): Placed[] {
  return rows.flatMap((row) => {
    const at = field.positions.get(row.prompt_id);
    if (at === undefined) return [];
    const place = { scale, room: at.room, isLookedAt: false };
    const box = boxOf(wordsOf(row, lookOf(row), place), scale);
    return box === null ? [] : [{ what: `words of ${row.prompt_id}`, box: moved(box, at, scale) }];
  });
}

function bodies(rows: readonly FieldDrop[], field: FieldLayout, scale: number): Placed[] {
  return rows.flatMap((row) => {
    const at = field.positions.get(row.prompt_id);
    if (at === undefined) return [];
    const radius = radiusOf(row) * scale;
    const box = { left: -radius, right: radius, top: -1.9 * radius, bottom: radius };
    return [{ what: `body of ${row.prompt_id}`, box: moved(box, at, scale) }];
  });
}

function titles(field: FieldLayout, scale: number): Placed[] {
  return field.titles.map(({ rootId, x, y, width }) => ({
    what: `title of ${rootId}`,
    box: { left: x * scale, right: (x + width) * scale, top: y * scale - 8, bottom: y * scale + 8 },
  }));
}

function moved(box: Rect, at: Position, scale: number): Rect {
  const [x, y] = [at.x * scale, at.y * scale];
  return { left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y };
}

function overlaps(some: readonly Placed[], others: readonly Placed[]): string[] {
  const slack = 0.5;
  return some.flatMap((a) =>
    others
      .filter(
        (b) =>
          a !== b &&
          a.box.left < b.box.right - slack &&
          b.box.left < a.box.right - slack &&
          a.box.top < b.box.bottom - slack &&
          b.box.top < a.box.bottom - slack,
      )
      .map((b) => `${a.what} over ${b.what}`),
  );
}

describe('words beside a drop', () => {
  const shown = (scale: number, room: number, isLookedAt = false) =>
    wordsOf(orphan, 'failed', { scale, room, isLookedAt });

  test('are a full chip where there is room, a bare one where not, none from afar', () => {
    expect(shown(1, 160).chip).toBe('short');
    expect(shown(1, 64)).toMatchObject({ chip: 'bare', beneath: false });
    expect(shown(1, 46)).toMatchObject({ chip: 'bare', beneath: true });
    expect(shown(0.6, 46).chip).toBeNull();
    expect(shown(0.4, 160).chip).toBeNull();
  });

  test('are all there for the drop somebody looks at', () => {
    expect(shown(0.3, 64, true)).toMatchObject({ label: true, status: true, plate: true });
  });

  test('never stand over other words, over a drop or over the title of a thread, whatever the zoom', () => {
    fc.assert(
      fc.property(lively, fc.double({ min: 0.012, max: 2.4, noNaN: true }), (rows, scale) => {
        const field = layout(rows, 'UTC');
        const words = placedWords(rows, field, scale);
        // From afar threads have no titles.
        const named = scale < namedFrom ? [] : titles(field, scale);
        expect(overlaps(words, [...words, ...bodies(rows, field, scale), ...named])).toEqual([]);
      }),
    );
  });

  test('on a plate leave the drop and the title of its thread in sight', () => {
    fc.assert(
      fc.property(lively, fc.double({ min: namedFrom, max: 2.4, noNaN: true }), (rows, scale) => {
        const field = layout(rows, 'UTC');
        for (const row of rows) {
          const at = field.positions.get(row.prompt_id);
          const box = boxOf(wordsOf(row, lookOf(row), { scale, room: 64, isLookedAt: true }), scale);
          if (at === undefined || box === null) continue;
          const plate = [{ what: 'plate', box: moved(box, at, scale) }];
          const own = titles(field, scale).filter(({ what }) => what === `title of ${at.rootId}`);
          expect(overlaps(plate, [...own, ...bodies([row], field, scale)])).toEqual([]);
        }
      }),
    );
  });
});

test('titles never overlap at the zoom they are shown at', () => {
  fc.assert(
    fc.property(history, fc.double({ min: namedFrom, max: 2.4, noNaN: true }), (rows, scale) => {
      const all = titles(layout(rows, 'UTC'), scale);
      expect(overlaps(all, all)).toEqual([]);
    }),
  );
});
