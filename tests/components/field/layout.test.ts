// The layout's promises: nothing older moves, nothing overlaps, and only ids, parents and times decide.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDayReader, dayName } from '#components/field/layout/day.ts';
import { type FieldLayout, laneMin, layout, rowWidth } from '#components/field/layout/layout.ts';
import { nodeHeight, nodeWidth } from '#components/field/layout/thread-tree.ts';
import { drop, history, startMs } from './fixture.ts';

const zone = 'Australia/Brisbane';

function placed(field: FieldLayout, id: string): { x: number; y: number } {
  const position = field.positions.get(id);
  if (position === undefined) throw new Error(`${id} has no place`);
  return { x: position.x, y: position.y };
}

describe('layout', () => {
  test('a new drop never moves a drop of an earlier day than its thread', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const before = layout(rows.slice(0, -1), zone);
        const after = layout(rows, zone);
        const added = rows.at(-1);
        const changedDay = after.strata.findIndex(
          (stratum) => added !== undefined && stratum.ids.includes(added.prompt_id),
        );
        for (const stratum of before.strata.slice(0, changedDay)) {
          for (const id of stratum.ids) expect(placed(after, id)).toEqual(placed(before, id));
        }
      }),
    );
  });

  test('a new thread moves nothing at all', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const last = rows.at(-1);
        const at = Date.parse(last?.created_at ?? '') + 60_000;
        const root = drop({ prompt_id: 'zz', created_at: new Date(at).toISOString() });
        const before = layout(rows, zone);
        const after = layout([...rows, root], zone);
        for (const row of rows) expect(placed(after, row.prompt_id)).toEqual(placed(before, row.prompt_id));
      }),
    );
  });

  test('a continuation shifts every later day by the same height', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const before = layout(rows.slice(0, -1), zone);
        const after = layout(rows, zone);
        const added = rows.at(-1);
        const changedDay = before.strata.findIndex(
          (stratum) => added !== undefined && stratum.ids.includes(added.root_id),
        );
        if (changedDay === -1) return;
        const shifts = new Set<number>();
        for (const stratum of before.strata.slice(changedDay + 1)) {
          for (const id of stratum.ids) {
            expect(placed(after, id).x).toBe(placed(before, id).x);
            shifts.add(placed(after, id).y - placed(before, id).y);
          }
        }
        expect(shifts.size).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('no two drops overlap', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const places = [...layout(rows, zone).positions.values()];
        for (const [index, a] of places.entries()) {
          for (const b of places.slice(index + 1)) {
            const isApart = Math.abs(a.x - b.x) >= nodeWidth - 0.01 || Math.abs(a.y - b.y) >= nodeHeight - 0.01;
            expect(isApart, `${a.id} and ${b.id}`).toBe(true);
          }
        }
      }),
    );
  });

  test('states, completion and the order of rows change nothing', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (rows, numbers) => {
        const states = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
        const mixed = rows
          .map((row) => ({ row, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ row, key }) => ({ ...row, state: states[key % 5] ?? 'queued', version: key, answer_length: key }));
        const [plain, other] = [layout(rows, zone), layout(mixed, zone)];
        for (const row of rows) expect(placed(other, row.prompt_id)).toEqual(placed(plain, row.prompt_id));
      }),
    );
  });

  test('remembered trees give the same places as fresh ones', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const memory = new Map();
        for (let count = 1; count <= rows.length; count += 7) layout(rows.slice(0, count), zone, memory);
        expect(layout(rows, zone, memory)).toEqual(layout(rows, zone));
      }),
    );
  });

  test('a child lies right under its parent, siblings by creation from left to right', () => {
    const at = (ms: number) => new Date(startMs + ms).toISOString();
    const rows = [
      drop({ prompt_id: 'a', created_at: at(0) }),
      drop({ prompt_id: 'c', parent_id: 'a', root_id: 'a', created_at: at(2) }),
      drop({ prompt_id: 'b', parent_id: 'a', root_id: 'a', created_at: at(1) }),
    ];
    const field = layout(rows, zone);
    expect(placed(field, 'b').y - placed(field, 'a').y).toBe(nodeHeight);
    expect(placed(field, 'c').x - placed(field, 'b').x).toBe(nodeWidth);
    expect(placed(field, 'a').x).toBe((placed(field, 'b').x + placed(field, 'c').x) / 2);
  });

  test('rows of threads break at the fixed width, and a branch that grows later pushes nobody to another row', () => {
    const rows = Array.from({ length: 40 }, (_, index) =>
      drop({ prompt_id: `r${String(index).padStart(2, '0')}`, created_at: new Date(startMs + index).toISOString() }),
    );
    const before = layout(rows, zone);
    for (const lane of before.lanes) {
      expect(lane.width).toBeGreaterThanOrEqual(laneMin);
      expect(lane.x + lane.width).toBeLessThanOrEqual(rowWidth);
    }
    const branches = Array.from({ length: 9 }, (_, index) =>
      drop({
        prompt_id: `x${index}`,
        parent_id: 'r00',
        root_id: 'r00',
        created_at: new Date(startMs + 99 + index).toISOString(),
      }),
    );
    const after = layout([...rows, ...branches], zone);
    const rowOf = (field: FieldLayout) =>
      field.lanes.map((lane) => `${lane.rootId} ${new Set(field.lanes.map(({ y }) => y)).size} `);
    expect(rowOf(after)).toEqual(rowOf(before));
  });

  test('a prompt whose parent is not loaded stands as a root', () => {
    const field = layout([drop({ prompt_id: 'b', parent_id: 'gone', root_id: 'gone' })], zone);
    expect(field.lanes.map((lane) => lane.rootId)).toEqual(['b']);
  });

  test('an empty field has no strata and no size', () => {
    expect(layout([], zone)).toMatchObject({ strata: [], lanes: [], width: 0, height: 0 });
  });
});

describe('days', () => {
  test('a day is the viewer’s, not the server’s', () => {
    const late = '2026-03-02T15:30:00.000Z';
    expect(createDayReader('Australia/Brisbane')(late)).toBe('2026-03-03');
    expect(createDayReader('UTC')(late)).toBe('2026-03-02');
    expect(createDayReader('Asia/Kathmandu')('2026-03-02T18:14:59Z')).toBe('2026-03-02');
    expect(createDayReader('Asia/Kathmandu')('2026-03-02T18:15:00Z')).toBe('2026-03-03');
  });

  test('days are called as people call them', () => {
    expect(dayName('2026-03-02', '2026-03-02')).toBe('Today');
    expect(dayName('2026-03-01', '2026-03-02')).toBe('Yesterday');
    expect(dayName('2026-02-25', '2026-03-02')).toBe('Wed 25');
    expect(dayName('2026-01-07', '2026-03-02')).toBe('Wed 7 Jan');
    expect(dayName('2025-12-31', '2026-03-02')).toBe('31 Dec 2025');
  });
});
