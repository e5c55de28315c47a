// The canvas of the field: streams, drops that are no elements, and in the widest view one stroke and dots a thread.

import { bodyRadius, radiusOf, tipHeight } from '#components/field/drop-shape.ts';
import type { DropLook } from '#components/field/drop-view.ts';
import type { GridIndex } from '#components/field/layout/grid-index.ts';
import type { FieldLayout, Lane } from '#components/field/layout/layout.ts';
import { type Pane, type Viewport, visibleRect } from '#components/field/map/window/viewport.ts';
import { type ZoomLevel, zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { drawDots } from './draw-dots.ts';
import { drawFound, drawMarks } from './draw-rings.ts';
import { drawDays, drawTitles } from './draw-text.ts';
import type { Palette } from './palette.ts';
import type { Sprites } from './sprites.ts';
import { faint, strengthOf } from './strength.ts';

/** What there is to draw; replaced whole when anything of it changes. */
export interface Scene {
  readonly layout: FieldLayout;
  readonly grid: GridIndex;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly lookOf: (id: string) => DropLook;
  readonly selectedId: string | null;
  /** Root → selected drop; empty without a selection. */
  readonly path: ReadonlySet<string>;
  /** What was searched for or filtered; null when nothing is. Everything else stays, faint, where it is. */
  readonly found: ReadonlySet<string> | null;
  /** Drops picked together. */
  readonly marked: ReadonlySet<string>;
  /** Whether drops that replaced an earlier run show its ghost. */
  readonly hasGhosts: boolean;
  /** Local day, YYYY-MM-DD. */
  readonly today: string;
}

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly view: Viewport;
  readonly pane: Pane;
  readonly palette: Palette;
  readonly sprites: Sprites;
  /** Drops that are elements draw themselves. */
  readonly isElement: (id: string) => boolean;
  /** Where a drop is right now, also on its way to a new place. */
  readonly placeOf: (id: string) => { readonly x: number; readonly y: number } | undefined;
}

export function drawField(frame: Frame): void {
  const { context, pane, view, scene } = frame;
  context.clearRect(0, 0, pane.width, pane.height);
  const level = zoomLevelOf(view.scale);
  const area = visibleRect(view, pane, 60);
  const lanes = scene.layout.lanes.filter(
    (lane) =>
      lane.x <= area.right &&
      lane.x + lane.width >= area.left &&
      lane.y <= area.bottom &&
      lane.y + lane.height >= area.top,
  );
  drawDays(frame);
  drawStreams(frame, lanes, level);
  if (scene.hasGhosts && level !== 'constellation') drawGhosts(frame, lanes);
  if (level === 'constellation') drawDots(frame, lanes);
  else drawDrops(frame, lanes);
  if (scene.found !== null) drawFound(frame, lanes, scene.found);
  if (scene.marked.size > 0) drawMarks(frame, lanes);
  if (level === 'named' || level === 'near') drawTitles(frame, lanes);
}

const dimmed = 0.45;
const atRest = 0.8;

function drawStreams(frame: Frame, lanes: readonly Lane[], level: ZoomLevel): void {
  const { context, palette, scene, view } = frame;
  const others = new Path2D();
  const path = new Path2D();
  for (const id of lanes.flatMap((lane) => lane.ids)) {
    const parentId = scene.layout.positions.get(id)?.parentId ?? null;
    if (parentId === null) continue;
    const isOnPath = scene.path.has(id) && scene.path.has(parentId);
    addStream(frame, isOnPath ? path : others, parentId, id, level === 'constellation');
  }
  context.lineCap = 'round';
  context.setLineDash([]);
  context.strokeStyle = palette.edge;
  context.lineWidth = level === 'constellation' ? 1 : Math.max(1.2, Math.min(2.5, 2.2 * view.scale));
  const usual = scene.path.size > 0 ? dimmed : atRest;
  context.globalAlpha = scene.found === null ? usual : faint;
  context.stroke(others);
  context.globalAlpha = 1;
  if (scene.path.size > 1) {
    context.strokeStyle = palette.settled;
    context.stroke(path);
  }
}

function addStream(frame: Frame, path: Path2D, parentId: string, id: string, isStraight: boolean): void {
  const from = frame.placeOf(parentId);
  const to = frame.placeOf(id);
  if (from === undefined || to === undefined) return;
  const { x, y, scale } = frame.view;
  const fromRow = frame.scene.byId.get(parentId);
  const toRow = frame.scene.byId.get(id);
  const foot = from.y + (fromRow === undefined ? 0 : radiusOf(fromRow)) + 3;
  const tip = to.y - ((toRow === undefined ? 0 : radiusOf(toRow)) * tipHeight) / bodyRadius - 2;
  const [startX, startY, endX, endY] = [from.x * scale + x, foot * scale + y, to.x * scale + x, tip * scale + y];
  path.moveTo(startX, startY);
  if (isStraight) {
    path.lineTo(endX, endY);
    return;
  }
  const bend = Math.max(8 * scale, (endY - startY) * 0.55);
  path.bezierCurveTo(startX, startY + bend, endX, endY - bend, endX, endY);
}

function drawDrops(frame: Frame, lanes: readonly Lane[]): void {
  const { context, scene } = frame;
  for (const lane of lanes) {
    for (const id of lane.ids) {
      context.globalAlpha = strengthOf(scene, id);
      if (!frame.isElement(id)) drawDrop(frame, id);
    }
  }
  context.globalAlpha = 1;
}

function drawDrop({ context, scene, view, pane, sprites, placeOf }: Frame, id: string): void {
  const place = placeOf(id);
  const row = scene.byId.get(id);
  if (place === undefined || row === undefined) return;
  const x = place.x * view.scale + view.x;
  const y = place.y * view.scale + view.y;
  if (x < -50 || y < -50 || x > pane.width + 50 || y > pane.height + 50) return;
  sprites.draw(context, scene.lookOf(id), x, y, Math.max(3, radiusOf(row) * view.scale));
}

/** Beside a drop the dotted shape of the run that it replaced. */
function drawGhosts({ context, scene, view, palette, sprites, placeOf }: Frame, lanes: readonly Lane[]): void {
  context.strokeStyle = palette.inkDim;
  context.lineWidth = 1;
  context.setLineDash([1, 3]);
  for (const id of lanes.flatMap((lane) => lane.ids)) {
    const place = placeOf(id);
    if (place === undefined || (scene.byId.get(id)?.supersedes ?? null) === null) continue;
    const x = place.x * view.scale + view.x;
    const y = place.y * view.scale + view.y;
    sprites.draw(context, 'superseded', x - 23 * view.scale, y - 8 * view.scale, 8 * view.scale);
    context.beginPath();
    context.moveTo(x - 14 * view.scale, y - 4 * view.scale);
    context.lineTo(x - 8 * view.scale, y);
    context.stroke();
  }
  context.setLineDash([]);
}
