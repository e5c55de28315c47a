// The window on the field: what counts as in sight, how little it moves to show something, and what stays where it is.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layout } from '#components/field/layout/layout.ts';
import { findWords } from '#components/field/map/find/find-words.ts';
import { frameIn, sheetFor, toSheet, toWorldFrom } from '#components/field/map/overview/overview-sheet.ts';
import { heldDrop } from '#components/field/map/window/motion.ts';
import {
  anchor,
  bodyReach,
  clamp,
  fitAll,
  fitPlaces,
  fitReadable,
  isInSight,
  reveal,
  toScreen,
  wordsReach,
} from '#components/field/map/window/viewport.ts';
import { drop, history, startMs } from './fixture.ts';

const pane = { width: 1_000, height: 700, bottom: 120, right: 58 };
const many = layout(
  Array.from({ length: 1_000 }, (_, index) =>
    drop({ prompt_id: `p${index}`, created_at: new Date(startMs + index * 600_000).toISOString() }),
  ),
  'UTC',
);
const view = fc.record({
  x: fc.integer({ min: -3_000, max: 3_000 }),
  y: fc.integer({ min: -3_000, max: 3_000 }),
  scale: fc.double({ min: 0.05, max: 2.4, noNaN: true }),
});
const panes = fc.record({
  width: fc.integer({ min: 320, max: 2_000 }),
  height: fc.integer({ min: 320, max: 1_200 }),
  bottom: fc.constantFrom(0, 150),
  right: fc.constantFrom(58, 66, 96),
});

describe('in sight', () => {
  test('is not what lies under the buttons or under the compose bar', () => {
    const still = { x: 0, y: 0, scale: 1 };
    expect(isInSight(still, 500, 300, pane, bodyReach)).toBe(true);
    expect(isInSight(still, 960, 300, pane, bodyReach)).toBe(false);
    expect(isInSight(still, 500, 600, pane, bodyReach)).toBe(false);
  });

  test('are words only with all of them', () => {
    const still = { x: 0, y: 0, scale: 1 };
    expect(isInSight(still, 850, 300, pane, bodyReach)).toBe(true);
    expect(isInSight(still, 850, 300, pane, wordsReach)).toBe(false);
  });

  test('is whatever was revealed, with its words, in any pane and from any view', () => {
    fc.assert(
      fc.property(view, panes, fc.integer({ min: 0, max: 2_600 }), fc.integer(), (from, size, x, y) => {
        for (const reach of [bodyReach, wordsReach]) {
          expect(isInSight(reveal(from, x, y, size, reach), x, y, size, reach)).toBe(true);
        }
      }),
    );
  });

  test('needs no move when it is well inside', () => {
    const still = { x: 0, y: 0, scale: 1 };
    expect(reveal(still, 500, 300, pane)).toEqual(still);
  });
});

describe('fitting', () => {
  test('a long history shows its newest days over the whole width instead of a strip of specks', () => {
    const fitted = fitReadable(many, pane);
    expect(fitAll(many, pane).scale).toBeLessThan(0.1);
    expect(fitted.scale).toBeGreaterThanOrEqual(0.3);
    expect(fitted.x).toBeGreaterThanOrEqual(0);
    expect(fitted.x + many.width * fitted.scale).toBeLessThanOrEqual(pane.width - pane.right);
    const foot = fitted.y + many.height * fitted.scale;
    expect(foot).toBeLessThanOrEqual(pane.height - pane.bottom);
    expect(foot).toBeGreaterThan(pane.height - pane.bottom - 100);
    expect(clamp(fitted, many, pane)).toEqual(fitted);
  });

  test('a small field is fitted whole', () => {
    const few = layout([drop()], 'UTC');
    expect(fitReadable(few, pane)).toEqual(fitAll(few, pane));
  });

  test('finds that lie together are shown together, finds far apart are not made small for it', () => {
    const near = [
      { x: 100, y: 9_000 },
      { x: 700, y: 9_200 },
    ];
    const together = fitPlaces(near, pane);
    for (const { x, y } of near) expect(together && isInSight(together, x, y, pane, bodyReach)).toBe(true);
    expect(fitPlaces([...near, { x: 100, y: 0 }], pane)).toBeNull();
    expect(fitPlaces([], pane)).toBeNull();
  });
});

test('the focused drop keeps its place on the screen whatever is added to the field', () => {
  fc.assert(
    fc.property(history, fc.nat(), view, (rows, pick, from) => {
      const known = rows.slice(0, Math.max(1, Math.floor(rows.length * 0.6)));
      const [before, after] = [layout(known, 'UTC'), layout(rows, 'UTC')];
      const focused = before.positions.get(known[pick % known.length]?.prompt_id ?? '');
      if (focused === undefined) return;
      // The window stands so that the drop is in it.
      const there = { scale: from.scale, x: 400 - focused.x * from.scale, y: 300 - focused.y * from.scale };
      const held = heldDrop(before, after, there, pane, focused.id);
      expect(held?.before.id).toBe(focused.id);
      if (held === null) return;
      const moved = anchor(there, held.before, held.after);
      const at = toScreen(moved, held.after.x, held.after.y);
      expect(at.x).toBeCloseTo(400);
      expect(at.y).toBeCloseTo(300);
    }),
  );
});

describe('the overview', () => {
  test('leads to the place that was pressed', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 60, max: 600 }), (rows, room) => {
        const field = layout(rows, 'UTC');
        const sheet = sheetFor(field, room);
        expect(sheet.height).toBeLessThanOrEqual(room);
        for (const { x, y } of field.positions.values()) {
          const on = toSheet(sheet, x, y);
          expect(on.x).toBeGreaterThanOrEqual(0);
          expect(on.x).toBeLessThanOrEqual(sheet.width);
          expect(on.y).toBeLessThanOrEqual(sheet.height);
          const back = toWorldFrom(sheet, on.x, on.y);
          expect(back.x).toBeCloseTo(x, 3);
          expect(back.y).toBeCloseTo(y, 3);
        }
      }),
    );
  });

  test('shows the window as a frame that never leaves it', () => {
    fc.assert(
      fc.property(view, panes, (from, size) => {
        const sheet = sheetFor(many, 400);
        const frame = frameIn(sheet, from, size);
        expect(frame.left).toBeGreaterThanOrEqual(0);
        expect(frame.top).toBeGreaterThanOrEqual(0);
        expect(frame.left + frame.width).toBeLessThanOrEqual(sheet.width + 0.01);
        expect(frame.top + frame.height).toBeLessThanOrEqual(sheet.height + 0.01);
        expect(Math.min(frame.width, frame.height)).toBeGreaterThan(5.9);
      }),
    );
  });
});

test('a search says how many there are, which one is shown and how many are out of sight', () => {
  expect(findWords(0, 0, null)).toBe('Nothing matches');
  expect(findWords(1, 0, null)).toBe('1 match');
  expect(findWords(12, 9, null)).toBe('12 matches, 9 out of sight');
  expect(findWords(3, 3, null)).toBe('3 matches, all out of sight');
  expect(findWords(1_200, 1_100, 3)).toBe('3 of 1,200, 1,100 out of sight');
});
