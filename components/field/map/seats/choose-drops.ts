// Which drops are real elements: at most 150, those that matter most and lie nearest, the rest is the canvas's.
import { type DropLook, isMovingLook } from '#components/field/drop-view.ts';
import type { Position } from '#components/field/layout/layout.ts';
import type { ZoomLevel } from '#components/field/map/window/zoom-level.ts';

export const elementCap = 150;
export const movingCap = 12;

export interface Choice {
  readonly ids: readonly string[];
  /** Those of them that may move. */
  readonly moving: ReadonlySet<string>;
}

export interface Candidates {
  readonly visible: readonly Position[];
  readonly level: ZoomLevel;
  readonly lookOf: (id: string) => DropLook;
  readonly focusedId: string | null;
  readonly selectedId: string | null;
  readonly hoveredId: string | null;
  /** What was searched for; null without a search. */
  readonly found?: ReadonlySet<string> | null;
  readonly centre: { readonly x: number; readonly y: number };
}

/** Rank of a drop: lower is nearer to being an element. Source: field contract §4. */
function rankOf(id: string, look: DropLook, { focusedId, selectedId, hoveredId, found }: Candidates): number {
  if (id === focusedId) return 0;
  if (id === selectedId) return 1;
  if (id === hoveredId) return 2;
  if (found?.has(id)) return 3;
  if (look === 'running' || look === 'stopping') return 3;
  if (look === 'failed' || look === 'retrying' || look === 'unsent') return 4;
  if (look === 'unread') return 5;
  if (look === 'queued' || look === 'backing-off') return 6;
  return 7;
}

/** The last rank that gets an element at each level; above, only the canvas draws it. */
const lastRank: Readonly<Record<ZoomLevel, number>> = { constellation: 4, field: 4, named: 7, near: 7 };

export function chooseDrops(candidates: Candidates): Choice {
  const { visible, level, centre, lookOf } = candidates;
  const ranked = visible
    .map((position) => {
      const look = lookOf(position.id);
      const distance = Math.hypot(position.x - centre.x, position.y - centre.y);
      return { id: position.id, look, rank: rankOf(position.id, look, candidates), distance };
    })
    .filter((drop) => drop.rank <= lastRank[level])
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, elementCap);
  const moving = ranked
    .filter((drop) => isMovingLook(drop.look))
    .sort((a, b) => movesFirst(a) - movesFirst(b) || a.distance - b.distance);
  // Elements keep one order in the document whatever their rank, so that the reader's order does not jump about.
  const ids = ranked.map((drop) => drop.id).sort();
  return { ids, moving: new Set(moving.slice(0, movingCap).map((drop) => drop.id)) };
}

function movesFirst(drop: { readonly look: DropLook; readonly rank: number }): number {
  return drop.rank <= 2 ? 0 : drop.look === 'queued' ? 2 : 1;
}
