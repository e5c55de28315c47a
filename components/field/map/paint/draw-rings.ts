// Rings on the canvas: around what was found, and around what was picked.
import type { Lane } from '#components/field/layout/layout.ts';
import { fieldFrom } from '#components/field/map/window/zoom-level.ts';
import type { Frame } from './draw.ts';

/** A ring around each find, elements included: they lie above it. */
export function drawFound(frame: Frame, lanes: readonly Lane[], found: ReadonlySet<string>): void {
  const { context, palette, view } = frame;
  const ids = lanes.flatMap((lane) => lane.ids.filter((id) => found.has(id)));
  context.strokeStyle = palette.settled;
  context.lineWidth = view.scale < fieldFrom ? 1.2 : 2;
  context.globalAlpha = 0.9;
  context.stroke(ringsAround(frame, ids, Math.max(4.5, 23 * view.scale)));
  context.globalAlpha = 1;
}

/** Picked drops that are no elements get their ring here. */
export function drawMarks(frame: Frame, lanes: readonly Lane[]): void {
  const { context, scene, view, palette } = frame;
  const ids = lanes.flatMap((lane) => lane.ids.filter((id) => scene.marked.has(id) && !frame.isElement(id)));
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.5;
  context.stroke(ringsAround(frame, ids, Math.max(4, 21 * view.scale)));
}

function ringsAround({ view, placeOf }: Frame, ids: readonly string[], radius: number): Path2D {
  const rings = new Path2D();
  for (const id of ids) {
    const place = placeOf(id);
    if (place === undefined) continue;
    const x = place.x * view.scale + view.x;
    const y = place.y * view.scale + view.y;
    rings.moveTo(x + radius, y);
    rings.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return rings;
}
