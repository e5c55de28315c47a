// The overview's picture: a speck for every drop by its state, what needs a person above all others.
import { type DropLook, dropLooks } from '#components/field/drop-view.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import type { Palette } from '#components/field/map/paint/palette.ts';
import { colourOf } from '#components/field/map/paint/sprites.ts';
import { type Sheet, toSheet } from './overview-sheet.ts';

/** Drawn last, so that it lies on top. */
const newsLooks: readonly DropLook[] = [
  'queued',
  'backing-off',
  'unread',
  'running',
  'stopping',
  'unsent',
  'retrying',
  'failed',
];
const quiet = 1.6;
const loud = 2.6;

export function paintOverview(canvas: HTMLCanvasElement, scene: Scene, sheet: Sheet, palette: Palette): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const ratio = Math.min(2, Math.max(1, devicePixelRatio));
  canvas.width = Math.round(sheet.width * ratio);
  canvas.height = Math.round(sheet.height * ratio);
  canvas.style.height = `${sheet.height}px`;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.line;
  for (const { y } of scene.layout.strata) context.fillRect(0, Math.round(toSheet(sheet, 0, y).y), sheet.width, 1);
  const paths = specks(scene, sheet);
  const isQuiet = (look: DropLook) => !newsLooks.includes(look);
  for (const look of [...dropLooks.filter(isQuiet), ...newsLooks]) {
    const path = paths.get(look);
    if (path === undefined) continue;
    context.globalAlpha = isQuiet(look) ? 0.6 : 1;
    context.fillStyle = look === 'unread' ? palette.unread : colourOf(look, palette);
    context.fill(path);
  }
  context.globalAlpha = 1;
}

/** While something is looked for, only what was found. */
function specks({ layout, lookOf, found }: Scene, sheet: Sheet): ReadonlyMap<DropLook, Path2D> {
  const paths = new Map<DropLook, Path2D>();
  for (const { id, x, y } of layout.positions.values()) {
    if (found !== null && !found.has(id)) continue;
    const look = lookOf(id);
    let path = paths.get(look);
    if (path === undefined) {
      path = new Path2D();
      paths.set(look, path);
    }
    const side = found !== null || newsLooks.includes(look) ? loud : quiet;
    const at = toSheet(sheet, x, y);
    path.rect(at.x - side / 2, at.y - side / 2, side, side);
  }
  return paths;
}
