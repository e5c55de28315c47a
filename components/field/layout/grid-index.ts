// Which drops lie near a point or inside a rectangle of the world, by a plain grid.
import type { Position } from './layout.ts';

/** World pixels; about two nodes, so that a hit test looks at few drops. */
const cellSize = 140;

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface GridIndex {
  /** Drops whose centre lies inside. */
  within(area: Rect): Position[];
  /** The drop whose centre is nearest to the point and no farther than `reach`, or null. */
  nearest(x: number, y: number, reach: number): Position | null;
}

export function createGridIndex(positions: Iterable<Position>): GridIndex {
  const cells = new Map<string, Position[]>();
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const position of positions) {
    const column = Math.floor(position.x / cellSize);
    const row = Math.floor(position.y / cellSize);
    const key = `${column} ${row}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [position]);
    else cell.push(position);
    bounds.right = Math.max(bounds.right, column);
    bounds.bottom = Math.max(bounds.bottom, row);
  }

  function within(area: Rect): Position[] {
    const found: Position[] = [];
    const lastColumn = Math.min(bounds.right, Math.floor(area.right / cellSize));
    const lastRow = Math.min(bounds.bottom, Math.floor(area.bottom / cellSize));
    for (let row = Math.max(0, Math.floor(area.top / cellSize)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(area.left / cellSize)); column <= lastColumn; column++) {
        for (const position of cells.get(`${column} ${row}`) ?? []) {
          if (isInside(position, area)) found.push(position);
        }
      }
    }
    return found;
  }

  function nearest(x: number, y: number, reach: number): Position | null {
    let best: Position | null = null;
    let bestDistance = reach;
    for (const position of within({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach })) {
      const distance = Math.hypot(position.x - x, position.y - y);
      if (distance <= bestDistance) {
        best = position;
        bestDistance = distance;
      }
    }
    return best;
  }

  return { within, nearest };
}

function isInside(position: Position, area: Rect): boolean {
  return position.x >= area.left && position.x <= area.right && position.y >= area.top && position.y <= area.bottom;
}
