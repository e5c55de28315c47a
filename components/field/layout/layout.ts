// Where every drop of the field lies: threads as tidy trees, side by side in strata of one day, time running down.
import type { DropRow } from '#lib/domain/drop.ts';
import { createDayReader } from './day.ts';
import { type Branch, layThread, nodeWidth, shapeOf, type ThreadTree, threadsOf } from './thread-tree.ts';

/** World pixels. A lane is never narrower than its title needs. */
export const laneMin = 188;
const laneGap = 28;
/** Rows of threads break here, never at the window's width: a resize must not reorder. */
export const rowWidth = 2_600;
/** Above the threads of a day: its label. */
export const dayBand = 46;
const titleBand = 66;
const rowGap = 10;
const stratumGap = 44;

export interface Position {
  readonly id: string;
  /** Centre of the drop's round body in world pixels. */
  readonly x: number;
  readonly y: number;
  /** World pixels to the right of the centre that no other drop of its generation takes. */
  readonly room: number;
  readonly parentId: string | null;
  readonly rootId: string;
}

export interface Lane {
  readonly rootId: string;
  readonly stratum: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Prompts of the thread in creation order along each branch, root first. */
  readonly ids: readonly string[];
}

export interface Stratum {
  /** Local day, YYYY-MM-DD. */
  readonly day: string;
  readonly y: number;
  readonly height: number;
  readonly width: number;
  readonly ids: readonly string[];
}

export interface Title {
  readonly rootId: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface FieldLayout {
  readonly positions: ReadonlyMap<string, Position>;
  readonly strata: readonly Stratum[];
  readonly lanes: readonly Lane[];
  readonly titles: readonly Title[];
  readonly width: number;
  readonly height: number;
}

/** Trees kept between layouts by the thread's shape, so that one new drop re-lays one tree. */
export type LayoutMemory = Map<string, { shape: string; tree: ThreadTree }>;

/**
 * Positions for all rows; pure but for the memory, which only saves time. Depends on ids, parents and creation times
 * alone, never on states: an answer that arrives moves nothing. New roots go below or to the right of everything.
 */
export function layout(rows: readonly DropRow[], timeZone: string, memory: LayoutMemory = new Map()): FieldLayout {
  const dayOf = createDayReader(timeZone);
  const days = new Map<string, Branch[]>();
  for (const thread of threadsOf(rows)) {
    const day = dayOf(thread.row.created_at);
    const threads = days.get(day);
    if (threads === undefined) days.set(day, [thread]);
    else threads.push(thread);
  }
  const sheet: Sheet = { positions: new Map(), strata: [], lanes: [], titles: [], width: 0, memory };
  let y = 0;
  for (const [day, threads] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    y = layStratum(sheet, day, threads, y) + stratumGap;
  }
  const { positions, strata, lanes, titles, width } = sheet;
  return { positions, strata, lanes, titles, width, height: Math.max(0, y - stratumGap) };
}

interface Sheet {
  readonly positions: Map<string, Position>;
  readonly strata: Stratum[];
  readonly lanes: Lane[];
  readonly titles: Title[];
  readonly memory: LayoutMemory;
  width: number;
}

function layStratum(sheet: Sheet, day: string, threads: readonly Branch[], top: number): number {
  const stratum = sheet.strata.length;
  const ids: string[] = [];
  let y = top + dayBand;
  let right = 0;
  for (const row of rowsAtBirth(threads)) {
    let x = 0;
    let height = 0;
    for (const thread of row) {
      const tree = treeOf(thread, sheet.memory);
      const width = Math.max(laneMin, tree.width + laneGap);
      placeThread(sheet, thread, tree, { stratum, x, y, width });
      for (const place of tree.places) ids.push(place.id);
      x += width;
      height = Math.max(height, titleBand + tree.height);
    }
    right = Math.max(right, x);
    y += height + rowGap;
  }
  const end = y - rowGap;
  sheet.strata.push({ day, y: top, height: end - top, width: right, ids });
  sheet.width = Math.max(sheet.width, right);
  return end;
}

function placeThread(
  sheet: Sheet,
  thread: Branch,
  tree: ThreadTree,
  lane: { stratum: number; x: number; y: number; width: number },
): void {
  const { rootId } = tree;
  const parents = new Map<string, string>();
  collectParents(thread, parents);
  for (const place of tree.places) {
    const room = Math.min(place.room, lane.width - place.x + 6);
    sheet.positions.set(place.id, {
      id: place.id,
      x: lane.x + place.x,
      y: lane.y + titleBand + place.y,
      room,
      parentId: parents.get(place.id) ?? null,
      rootId,
    });
  }
  const height = titleBand + tree.height;
  sheet.lanes.push({ rootId, ...lane, height, ids: tree.places.map((place) => place.id) });
  sheet.titles.push({ rootId, text: thread.row.label, x: lane.x + 12, y: lane.y + 16, width: lane.width - 20 });
}

function collectParents(root: Branch, parents: Map<string, string>): void {
  const stack = [root];
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    for (const child of branch.children) {
      parents.set(child.row.prompt_id, branch.row.prompt_id);
      stack.push(child);
    }
  }
}

function treeOf(thread: Branch, memory: LayoutMemory): ThreadTree {
  const id = thread.row.prompt_id;
  const shape = shapeOf(thread);
  const known = memory.get(id);
  if (known?.shape === shape) return known.tree;
  const tree = layThread(thread);
  memory.set(id, { shape, tree });
  return tree;
}

/**
 * Breaks a stratum's threads into rows by the widths they had when each later root was created. A branch that grows
 * afterwards widens its own row and pushes nobody to another one.
 */
function rowsAtBirth(threads: readonly Branch[]): Branch[][] {
  const rows: Branch[][] = [];
  let row: Branch[] = [];
  let growth: Growth[] = [];
  for (const thread of threads) {
    const born = thread.row.created_at;
    const width = growth.reduce((sum, steps) => sum + widthAt(steps, born), 0);
    if (row.length > 0 && width + laneMin > rowWidth) {
      rows.push(row);
      row = [];
      growth = [];
    }
    row.push(thread);
    growth.push(growthOf(thread));
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** When a thread gained its second, third, … leaf. Leaves × node width bounds the tidy tree from above. */
type Growth = readonly string[];

function growthOf(thread: Branch): Growth {
  const steps: string[] = [];
  const stack = [thread];
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    branch.children.forEach((child, index) => {
      if (index > 0) steps.push(child.row.created_at);
      stack.push(child);
    });
  }
  return steps;
}

function widthAt(steps: Growth, instant: string): number {
  const leaves = 1 + steps.filter((step) => step < instant).length;
  return Math.max(laneMin, leaves * nodeWidth + laneGap);
}
