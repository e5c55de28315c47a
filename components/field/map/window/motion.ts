// How a grown layout is shown: one drop keeps its place on the screen, the others glide to theirs.
import type { FieldLayout, Position } from '#components/field/layout/layout.ts';
import { type Pane, toWorld, type Viewport, visibleRect } from './viewport.ts';

export const moveMs = 240;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A drop in the layout before and after. */
export interface Held {
  readonly before: Position;
  readonly after: Position;
}

/** The drop that must not move: the focused one if it is on screen, else the one nearest to the middle. */
export function heldDrop(
  before: FieldLayout,
  after: FieldLayout,
  view: Viewport,
  pane: Pane,
  focusedId: string | null,
): Held | null {
  const focused = focusedId === null ? undefined : before.positions.get(focusedId);
  const focusedAfter = focusedId === null ? undefined : after.positions.get(focusedId);
  const area = visibleRect(view, pane);
  if (focused !== undefined && focusedAfter !== undefined) {
    const isSeen =
      focused.x >= area.left && focused.x <= area.right && focused.y >= area.top && focused.y <= area.bottom;
    if (isSeen) return { before: focused, after: focusedAfter };
  }
  const centre = toWorld(view, pane.width / 2, (pane.height - pane.bottom) / 2);
  let best: Held | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const position of before.positions.values()) {
    const distance = Math.hypot(position.x - centre.x, position.y - centre.y);
    const next = after.positions.get(position.id);
    if (distance >= bestDistance || next === undefined) continue;
    best = { before: position, after: next };
    bestDistance = distance;
  }
  return best;
}

/** Drops on their way from an old layout to a new one. */
export class LayoutMotion {
  #from: ReadonlyMap<string, Point> = new Map();
  #startedAt = 0;

  start(before: FieldLayout, after: FieldLayout, held: Held): void {
    const from = new Map<string, Point>();
    const dx = held.after.x - held.before.x;
    const dy = held.after.y - held.before.y;
    for (const position of after.positions.values()) {
      const last = before.positions.get(position.id);
      if (last === undefined) continue;
      const start = { x: last.x + dx, y: last.y + dy };
      if (start.x !== position.x || start.y !== position.y) from.set(position.id, start);
    }
    this.#from = from;
    this.#startedAt = performance.now();
  }

  /** True while anything moves, the last frame included, in which all have arrived. */
  advance(now: number): boolean {
    if (this.#from.size === 0) return false;
    if (now - this.#startedAt >= moveMs) this.#from = new Map();
    return true;
  }

  placeOf(position: Position): Point {
    const from = this.#from.get(position.id);
    if (from === undefined) return position;
    const eased = easeOut(Math.min(1, (performance.now() - this.#startedAt) / moveMs));
    return { x: from.x + (position.x - from.x) * eased, y: from.y + (position.y - from.y) * eased };
  }
}

export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}
