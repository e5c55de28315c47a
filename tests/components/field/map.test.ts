// The map without a browser: zoom levels, hit test, which drops are elements, the window, the keys and the words.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DropLook } from '#components/field/drop-view.ts';
import { createGridIndex } from '#components/field/layout/grid-index.ts';
import { layout, type Position } from '#components/field/layout/layout.ts';
import { kinshipOf, nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import { chooseDrops } from '#components/field/map/choose-drops.ts';
import { commandOf } from '#components/field/map/keys.ts';
import { clamp, fitAll, home, toScreen, toWorld, zoomAt } from '#components/field/map/window/viewport.ts';
import { zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import { wordsOf } from '#components/field/map/words.ts';
import { drop, history, startMs } from './fixture.ts';

const pane = { width: 1000, height: 700, bottom: 120 };
const place = (id: string, x: number, y: number): Position => ({ id, x, y, room: 64, parentId: null, rootId: id });

test('zoom levels change at 0.25, 0.6 and above 1.2', () => {
  expect([0.1, 0.25, 0.59, 0.6, 1.2, 1.21].map(zoomLevelOf)).toEqual([
    'constellation',
    'field',
    'field',
    'named',
    'named',
    'near',
  ]);
});

test('a hit test finds what a search of every drop finds', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 2_600 }), fc.integer({ min: 0, max: 3_000 }), (rows, x, y) => {
      const places = [...layout(rows, 'UTC').positions.values()];
      const distance = (position: Position) => Math.hypot(position.x - x, position.y - y);
      const nearest = Math.min(...places.map(distance));
      const hit = createGridIndex(places).nearest(x, y, 18);
      expect(hit === null ? null : distance(hit)).toBe(nearest <= 18 ? nearest : null);
    }),
  );
});

describe('the drops that are elements', () => {
  const visible = Array.from({ length: 400 }, (_, index) => place(`p${index}`, index, 0));
  const base = { visible, focusedId: null, selectedId: null, hoveredId: null, centre: { x: 0, y: 0 } };
  const settled = (): DropLook => 'settled';

  test('are at most 150, the nearest first', () => {
    const { ids } = chooseDrops({ ...base, level: 'named', lookOf: settled });
    expect(ids).toHaveLength(150);
    expect(ids).toContain('p0');
    expect(ids).not.toContain('p399');
  });

  test('hold the focused, selected and running ones however far', () => {
    const lookOf = (id: string): DropLook => (id === 'p399' ? 'running' : 'settled');
    const { ids } = chooseDrops({ ...base, level: 'named', lookOf, focusedId: 'p398', selectedId: 'p397' });
    expect(ids).toEqual(expect.arrayContaining(['p397', 'p398', 'p399']));
  });

  test('are only those that matter when seen from afar', () => {
    const lookOf = (id: string): DropLook => (id === 'p7' ? 'failed' : 'settled');
    expect(chooseDrops({ ...base, level: 'constellation', lookOf }).ids).toEqual(['p7']);
  });

  test('move at most twelve at a time', () => {
    expect(chooseDrops({ ...base, level: 'named', lookOf: () => 'running' }).moving.size).toBe(12);
  });
});

describe('the window', () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    drop({ prompt_id: `p${index}`, created_at: new Date(startMs + index * 3_600_000).toISOString() }),
  );
  const field = layout(rows, 'UTC');

  test('zooms around the pointer', () => {
    const view = { x: 30, y: -200, scale: 0.7 };
    const under = toWorld(view, 400, 300);
    const { x, y } = toScreen(zoomAt(view, 1.8, 400, 300), under.x, under.y);
    expect(x).toBeCloseTo(400);
    expect(y).toBeCloseTo(300);
  });

  test('never loses the field, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.double({ min: 0.05, max: 2.4, noNaN: true }), (x, y, scale) => {
        const view = clamp({ x, y, scale }, field, pane);
        expect(view.x).toBeLessThan(pane.width);
        expect(view.x + field.width * scale).toBeGreaterThan(0);
        expect(view.y).toBeLessThan(pane.height - pane.bottom);
        expect(view.y + field.height * scale).toBeGreaterThan(0);
      }),
    );
  });

  test('opens on the newest drop, above the compose bar', () => {
    const newest = field.positions.get('p59');
    const at = toScreen(home(field, pane), newest?.x ?? Number.NaN, newest?.y ?? Number.NaN);
    expect(at.x).toBeGreaterThan(0);
    expect(at.x).toBeLessThan(pane.width);
    expect(at.y).toBeGreaterThan(0);
    expect(at.y).toBeLessThan(pane.height - pane.bottom);
  });

  test('fits everything', () => {
    const view = fitAll(field, pane);
    expect(field.width * view.scale).toBeLessThanOrEqual(pane.width);
    expect(field.height * view.scale).toBeLessThanOrEqual(pane.height - pane.bottom);
  });
});

describe('keys', () => {
  const at = (ms: number) => new Date(startMs + ms).toISOString();
  const rows = [
    drop({ prompt_id: 'a', created_at: at(0) }),
    drop({ prompt_id: 'b', parent_id: 'a', root_id: 'a', created_at: at(1), state: 'failed' }),
    drop({ prompt_id: 'c', parent_id: 'a', root_id: 'a', created_at: at(2) }),
    drop({ prompt_id: 'd', created_at: at(3), seen_at: null }),
  ];
  const kin = kinshipOf(layout(rows, 'UTC'), new Map(rows.map((row) => [row.prompt_id, row])));

  test('lead to parent, first child, sibling, then the next thread', () => {
    expect(kin.step('b', 'up')).toBe('a');
    expect(kin.step('a', 'down')).toBe('b');
    expect(kin.step('b', 'right')).toBe('c');
    expect(kin.step('c', 'right')).toBe('d');
    expect(kin.step('d', 'left')).toBe('a');
    expect(kin.step('d', 'right')).toBeNull();
    expect([kin.step('b', 'first'), kin.step('b', 'last')]).toEqual(['a', 'd']);
    expect(kin.pathTo('c')).toEqual(['a', 'c']);
  });

  test('visit orphans and unread answers in turn', () => {
    expect(nextThatNeedsMe(rows, null, 1)).toBe('b');
    expect(nextThatNeedsMe(rows, 'b', 1)).toBe('d');
    expect(nextThatNeedsMe(rows, 'd', 1)).toBe('b');
    expect(nextThatNeedsMe(rows, 'b', -1)).toBe('d');
    expect(nextThatNeedsMe([], null, 1)).toBeNull();
  });

  test('with a modifier belong to the browser', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(commandOf({ ...plain, key: 'r' })).toEqual({ does: 'retry' });
    expect(commandOf({ ...plain, key: 'r', metaKey: true })).toBeNull();
    expect(commandOf({ ...plain, key: 'constructor' })).toBeNull();
  });
});

describe('words beside a drop', () => {
  const orphan = drop({ state: 'failed', error_kind: 'timeout' });
  const shown = (scale: number, room: number, isLookedAt = false) =>
    wordsOf(orphan, 'failed', { scale, room, isLookedAt });

  test('are a full chip where there is room, a bare one where not, none from afar', () => {
    expect(shown(1, 160).chip).toBe('full');
    expect(shown(1, 64)).toMatchObject({ chip: 'bare', beneath: true });
    expect(shown(0.4, 160).chip).toBeNull();
  });

  test('are all there for the drop somebody looks at', () => {
    expect(shown(0.3, 64, true)).toMatchObject({ label: true, status: true, plate: true });
  });
});
