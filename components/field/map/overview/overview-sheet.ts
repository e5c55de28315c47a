// The strip of the overview as plain arithmetic: the world made small, its height squeezed where a long history needs it.
import type { FieldLayout } from '#components/field/layout/layout.ts';
import { type Pane, toWorld, type Viewport } from '#components/field/map/window/viewport.ts';

/** Screen pixels. */
export const sheetWidth = 72;
const margin = 5;
/** Below this a frame is hard to see. */
const frameMin = 6;

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** As high as the field's shape asks, at most `room` pixels. */
export function sheetFor(layout: FieldLayout, room: number): Sheet {
  const scaleX = (sheetWidth - 2 * margin) / Math.max(1, layout.width);
  const natural = layout.height * scaleX + 2 * margin;
  const height = Math.max(2 * margin + 1, Math.min(room, natural));
  return { width: sheetWidth, height, scaleX, scaleY: (height - 2 * margin) / Math.max(1, layout.height) };
}

export function toSheet(sheet: Sheet, x: number, y: number): { x: number; y: number } {
  return { x: margin + x * sheet.scaleX, y: margin + y * sheet.scaleY };
}

export function toWorldFrom(sheet: Sheet, x: number, y: number): { x: number; y: number } {
  return { x: (x - margin) / sheet.scaleX, y: (y - margin) / sheet.scaleY };
}

/** What of the world is in sight, as a rectangle of the sheet that never leaves it. */
export function frameIn(
  sheet: Sheet,
  view: Viewport,
  pane: Pane,
): { left: number; top: number; width: number; height: number } {
  const start = toWorld(view, 0, 0);
  const end = toWorld(view, pane.width - pane.right, pane.height - pane.bottom);
  const from = toSheet(sheet, start.x, start.y);
  const to = toSheet(sheet, end.x, end.y);
  const [left, right] = within(from.x, to.x, sheet.width);
  const [top, bottom] = within(from.y, to.y, sheet.height);
  return { left, top, width: right - left, height: bottom - top };
}

function within(from: number, to: number, length: number): [number, number] {
  const start = Math.min(Math.max(0, from), length - frameMin);
  return [start, Math.max(start + frameMin, Math.min(length, to))];
}
