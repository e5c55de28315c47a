// The window on the field as plain arithmetic: pan, zoom, fit, home, anchor, and limits nobody gets lost behind.

import type { Rect } from '#components/field/layout/grid-index.ts';
import type { FieldLayout } from '#components/field/layout/layout.ts';

/** Screen = world × scale + x, y. All in CSS pixels. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The window, and how much of its bottom lies under the compose bar. */
export interface Pane extends Size {
  readonly bottom: number;
}

export const scaleMax = 2.4;
const scaleFloor = 0.05;
/** A long history is still shown whole when somebody asks for all of it. */
const fitFloor = 0.012;
const edge = 40;

export function toWorld(view: Viewport, x: number, y: number): { x: number; y: number } {
  return { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale };
}

export function toScreen(view: Viewport, x: number, y: number): { x: number; y: number } {
  return { x: x * view.scale + view.x, y: y * view.scale + view.y };
}

/** The part of the world on screen, `margin` screen pixels more on each side. */
export function visibleRect(view: Viewport, pane: Size, margin = 0): Rect {
  const start = toWorld(view, -margin, -margin);
  const end = toWorld(view, pane.width + margin, pane.height + margin);
  return { left: start.x, top: start.y, right: end.x, bottom: end.y };
}

/** Scales around a point of the screen, which stays over the same point of the world. */
export function zoomAt(view: Viewport, factor: number, x: number, y: number): Viewport {
  const scale = Math.min(scaleMax, Math.max(Math.min(scaleFloor, view.scale), view.scale * factor));
  const world = toWorld(view, x, y);
  return { scale, x: x - world.x * scale, y: y - world.y * scale };
}

/** Everything at once, never larger than life. */
export function fitAll(layout: FieldLayout, pane: Pane): Viewport {
  const height = Math.max(1, pane.height - pane.bottom - 2 * edge);
  const width = Math.max(1, pane.width - 2 * edge);
  const wanted = Math.min(1, width / Math.max(1, layout.width), height / Math.max(1, layout.height));
  const scale = Math.max(fitFloor, wanted);
  return {
    scale,
    x: (pane.width - layout.width * scale) / 2,
    y: edge + (height - layout.height * scale) / 2,
  };
}

/** Keeps a good part of the field on screen: a third of the pane at least, or all of a field that is smaller. */
export function clamp(view: Viewport, layout: FieldLayout, pane: Pane): Viewport {
  const width = layout.width * view.scale;
  const height = layout.height * view.scale;
  return {
    scale: view.scale,
    x: between(view.x, pane.width, 0, width),
    y: between(view.y, pane.height, pane.bottom, height),
  };
}

function between(start: number, pane: number, after: number, length: number): number {
  const keep = Math.min(length, (pane - after) / 3);
  return Math.min(pane - after - keep, Math.max(keep - length, start));
}

/** Moves as little as needed so that a point of the world lies inside the pane. */
export function reveal(view: Viewport, x: number, y: number, pane: Pane, margin = 96): Viewport {
  const at = toScreen(view, x, y);
  const side = Math.min(margin, pane.width / 3);
  const vertical = Math.min(margin, (pane.height - pane.bottom) / 3);
  const inX = Math.min(pane.width - side, Math.max(side, at.x));
  const inY = Math.min(pane.height - pane.bottom - vertical, Math.max(vertical, at.y));
  return { scale: view.scale, x: view.x + inX - at.x, y: view.y + inY - at.y };
}

/** Keeps one point of the world where it is on screen although the layout moved it. */
export function anchor(view: Viewport, before: { x: number; y: number }, after: { x: number; y: number }): Viewport {
  return {
    scale: view.scale,
    x: view.x - (after.x - before.x) * view.scale,
    y: view.y - (after.y - before.y) * view.scale,
  };
}
