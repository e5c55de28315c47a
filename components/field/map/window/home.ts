// Where the map opens: on the newest work, and composed when there is little of it.
import type { FieldLayout, Lane } from '#components/field/layout/layout.ts';
import type { Pane, Viewport } from './viewport.ts';

const edge = 40;
/** The buttons of the map take the right edge. */
const rightEdge = 76;
/** A field of a few drops is shown a little larger than life, no more. */
const largest = 1.15;
/** Of a field that does not fit, so much is shown that several threads stand in sight. */
const usual = 1;
/** Smaller than this, titles are cut to nothing much. */
const smallest = 0.8;

/** The whole field in the middle where it can be read whole; else the newest threads, their lowest drop above the compose bar. */
export function home(layout: FieldLayout, pane: Pane): Viewport {
  const last = layout.lanes.at(-1);
  const stratum = layout.strata.at(-1);
  if (last === undefined || stratum === undefined) return { x: pane.width / 2, y: pane.height / 2, scale: 1 };
  const room = { width: pane.width - edge - rightEdge, height: pane.height - pane.bottom - edge };
  const whole = Math.min(room.width / layout.width, (room.height - edge) / layout.height);
  if (whole >= smallest) return composed(layout, pane, Math.min(largest, whole));
  const scale = Math.max(smallest, Math.min(usual, room.width / Math.max(stratum.width, last.width)));
  const x =
    stratum.width * scale <= room.width
      ? (pane.width - stratum.width * scale) / 2
      : Math.min(edge, pane.width - rightEdge - (last.x + last.width) * scale);
  const lowest = lowestInSight(layout, last, -x / scale, (pane.width - x) / scale);
  const free = room.height - lowest * scale;
  return { scale, x, y: free > edge ? free * 0.45 : free };
}

/** In the middle, a little above it: the eye takes the compose bar's weight into account. */
function composed(layout: FieldLayout, pane: Pane, scale: number): Viewport {
  const free = pane.height - pane.bottom - layout.height * scale;
  return { scale, x: (pane.width - layout.width * scale) / 2, y: free * 0.45 };
}

/** The foot of the lowest thread that stands in the newest row and between two verticals. A tall one elsewhere pulls nothing down. */
function lowestInSight(layout: FieldLayout, last: Lane, left: number, right: number): number {
  let foot = last.y + last.height;
  for (const lane of layout.lanes) {
    const isInSight = lane.y === last.y && lane.x < right && lane.x + lane.width > left;
    if (isInSight) foot = Math.max(foot, lane.y + lane.height);
  }
  return foot;
}
