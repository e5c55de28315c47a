// The map without a browser: zoom levels, hit test, which drops are elements, the window, the keys and the words.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DropLook } from '#components/field/drop-view.ts';
import { createGridIndex } from '#components/field/layout/grid-index.ts';
import { layout, type Position } from '#components/field/layout/layout.ts';
import { kinshipOf, nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import { dayHeight, placeDays } from '#components/field/map/days/place-days.ts';
import { commandOf } from '#components/field/map/keys.ts';
import { chooseDrops } from '#components/field/map/seats/choose-drops.ts';
import { home } from '#components/field/map/window/home.ts';
import { clamp, fitAll, toScreen, toWorld, zoomAt } from '#components/field/map/window/viewport.ts';
import { zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import { drop, history, startMs } from './fixture.ts';

const pane = { width: 1000, height: 700, bottom: 120, right: 58 };
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

  test('opens on all of a small field, in the middle of the room it has', () => {
    const small = layout(rows.slice(0, 3), 'UTC');
    for (const size of [
      pane,
      { width: 390, height: 600, bottom: 0, right: 66 },
      { width: 1_900, height: 1_000, bottom: 150, right: 58 },
    ]) {
      const view = home(layout(rows.slice(0, 1), 'UTC'), size);
      const middle = view.x + (188 * view.scale) / 2;
      expect(Math.abs(middle - size.width / 2)).toBeLessThan(2);
    }
    const view = home(small, pane);
    expect(view.x).toBeGreaterThanOrEqual(0);
    expect(view.y).toBeGreaterThanOrEqual(0);
    expect(view.y + small.height * view.scale).toBeLessThanOrEqual(pane.height - pane.bottom);
  });

  test('never covers the newest thread with the compose bar, whatever the history', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 320, max: 2_000 }), fc.integer({ min: 420, max: 1_200 }), (some, w, h) => {
        const any = layout(some, 'UTC');
        const size = { width: w, height: h, bottom: 150, right: 58 };
        const view = home(any, size);
        const last = any.lanes.at(-1);
        const foot = ((last?.y ?? 0) + (last?.height ?? 0)) * view.scale + view.y;
        expect(foot).toBeLessThanOrEqual(size.height - size.bottom + 1);
      }),
    );
  });

  test('shows labels of days that never overlap, whatever the zoom', () => {
    fc.assert(
      fc.property(
        history,
        fc.double({ min: 0.012, max: 2.4, noNaN: true }),
        fc.integer({ min: -4_000, max: 600 }),
        (some, scale, y) => {
          const places = placeDays(layout(some, 'UTC'), { x: 20, y, scale }, pane, () => 180);
          const tops = places.map((place) => place.y).sort((a, b) => a - b);
          for (const [index, top] of tops.entries()) {
            if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(dayHeight);
          }
        },
      ),
    );
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
    const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(commandOf({ ...plain, key: 'r' })).toEqual({ does: 'retry' });
    expect(commandOf({ ...plain, key: 'r', metaKey: true })).toBeNull();
    expect(commandOf({ ...plain, key: 'constructor' })).toBeNull();
    expect(commandOf({ ...plain, key: 'a', ctrlKey: true })).toEqual({ does: 'mark-all' });
  });

  test('that are single characters are silent when the person turned them off; the others stay', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const silent = ['r', 'R', 'x', 'n', 'p', '+', '-', '0', '1'];
    for (const key of silent) expect(commandOf({ ...plain, key }, false), key).toBeNull();
    for (const key of ['Enter', ' ', 'ArrowUp', 'Home'])
      expect(commandOf({ ...plain, key }, false), key).not.toBeNull();
    expect(commandOf({ ...plain, key: 'F10', shiftKey: true }, false)).toEqual({ does: 'menu' });
  });
});
