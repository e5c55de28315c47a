// The widest view: a dot for each drop by its state.
import { type DropLook, dropLooks } from '#components/field/drop-view.ts';
import type { Lane } from '#components/field/layout/layout.ts';
import type { Frame } from './draw.ts';
import type { Palette } from './palette.ts';
import { colourOf } from './sprites.ts';
import { faint, strengthOf } from './strength.ts';

/** Squares below this radius: an arc costs many times as much, and nobody sees the difference. */
const roundFrom = 3;

export function drawDots(frame: Frame, lanes: readonly Lane[]): void {
  const { context, scene, palette } = frame;
  const clear = dotPaths();
  const stepped = dotPaths();
  for (const id of lanes.flatMap((lane) => lane.ids)) {
    const isFaint = scene.found !== null && strengthOf(scene, id) === faint;
    if (!frame.isElement(id)) addDot(frame, id, isFaint ? stepped : clear);
  }
  fillDots(context, palette, stepped, faint);
  fillDots(context, palette, clear, 1);
}

function addDot({ scene, view, placeOf }: Frame, id: string, paths: ReadonlyMap<DropLook, Path2D>): void {
  const place = placeOf(id);
  const path = paths.get(scene.lookOf(id));
  if (place === undefined || path === undefined) return;
  const x = place.x * view.scale + view.x;
  const y = place.y * view.scale + view.y;
  const radius = Math.max(2.2, 12 * view.scale);
  if (radius < roundFrom) {
    path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  } else {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

function fillDots(
  context: CanvasRenderingContext2D,
  palette: Palette,
  paths: ReadonlyMap<DropLook, Path2D>,
  strength: number,
): void {
  for (const [look, path] of paths) {
    context.fillStyle = look === 'unread' ? palette.unread : colourOf(look, palette);
    context.globalAlpha = strength * (look === 'cancelled' || look === 'superseded' ? 0.5 : 0.95);
    context.fill(path);
  }
  context.globalAlpha = 1;
}

function dotPaths(): Map<DropLook, Path2D> {
  return new Map(dropLooks.map((look) => [look, new Path2D()]));
}
