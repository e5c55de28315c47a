// The window on the field as plain arithmetic: pan, zoom, fit, home, anchor, and limits nobody gets lost behind.

import type { Rect } from '#components/field/layout/grid-index.ts';
import type { FieldLayout } from '#components/field/layout/layout.ts';
import { namedFrom } from './zoom-level.ts';

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

/** The window, and how much of it lies under other things: its bottom under the compose bar, its right under the buttons. */
export interface Pane extends Size {
  readonly bottom: number;
  readonly right: number;
}

/** Screen pixels around the middle of a drop that belong to it. */
export interface Reach {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The drop with its ring. */
export const bodyReach: Reach = { left: 28, right: 28, top: 40, bottom: 28 };
/** With the words that a drop has when nobody looks at it. */
export const wordsReach: Reach = { ...bodyReach, right: 160 };

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

/** Everything at once, never larger than life; in a long history every drop is a speck then. */
export function fitAll(layout: FieldLayout, pane: Pane): Viewport {
  const { width, height } = roomOf(pane);
  const wanted = Math.min(1, width / Math.max(1, layout.width), height / Math.max(1, layout.height));
  const scale = Math.max(fitFloor, wanted);
  return {
    scale,
    x: edge + (width - layout.width * scale) / 2,
    y: edge + (height - layout.height * scale) / 2,
  };
}

/** Smaller than this a whole history says little: the newest days say more. */
const readableFrom = 0.3;

/** All of the field where that can be read, else the newest days over the whole width of the window. */
export function fitReadable(layout: FieldLayout, pane: Pane): Viewport {
  const whole = fitAll(layout, pane);
  if (whole.scale >= readableFrom) return whole;
  const { width, height } = roomOf(pane);
  const across = widthOfNewest(layout, { width, height });
  const scale = Math.max(readableFrom, Math.min(1, width / across));
  return { scale, x: edge + Math.max(0, width - across * scale) / 2, y: edge + height - layout.height * scale };
}

/** How wide the newest days are that fill the room: one wide day far above makes none of them small. */
function widthOfNewest({ strata, height }: FieldLayout, room: Size): number {
  let across = 1;
  for (const stratum of strata.toReversed()) {
    const wider = Math.max(across, stratum.width);
    if (across > 1 && (height - stratum.y - stratum.height) * (room.width / across) > room.height) break;
    across = wider;
  }
  return across;
}

/** These places in the middle of the window, if all of them can be seen with their words; else null. */
export function fitPlaces(places: readonly { readonly x: number; readonly y: number }[], pane: Pane): Viewport | null {
  const box = {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  for (const { x, y } of places) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  const { width, height } = roomOf(pane);
  const room = { width: width - bodyReach.left - wordsReach.right, height: height - 2 * bodyReach.top };
  const scale = Math.min(
    1,
    room.width / Math.max(1, box.right - box.left),
    room.height / Math.max(1, box.bottom - box.top),
  );
  if (places.length === 0 || scale < namedFrom) return null;
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return { scale, x: edge + width / 2 - middle.x * scale, y: edge + height / 2 - middle.y * scale };
}

/** What nothing lies over, without the edges. */
function roomOf(pane: Pane): Size {
  return {
    width: Math.max(1, pane.width - edge - Math.max(edge, pane.right)),
    height: Math.max(1, pane.height - pane.bottom - 2 * edge),
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

/** True when nothing of a point's reach lies outside the pane or under what lies over it. */
export function isInSight(view: Viewport, x: number, y: number, pane: Pane, reach: Reach): boolean {
  const at = toScreen(view, x, y);
  const [left, right] = sides(pane.width - pane.right, reach.left, reach.right);
  const [top, bottom] = sides(pane.height - pane.bottom, reach.top, reach.bottom);
  return (
    at.x >= left && at.x <= pane.width - pane.right - right && at.y >= top && at.y <= pane.height - pane.bottom - bottom
  );
}

/** What is moved to comes to lie a little inside. */
const air = 48;

/** Moves as little as needed so that a point of the world and what belongs to it lie in sight. */
export function reveal(view: Viewport, x: number, y: number, pane: Pane, reach: Reach = bodyReach): Viewport {
  const at = toScreen(view, x, y);
  const [left, right] = sides(pane.width - pane.right, reach.left, reach.right, air);
  const [top, bottom] = sides(pane.height - pane.bottom, reach.top, reach.bottom, air);
  const inX = Math.min(pane.width - pane.right - right, Math.max(left, at.x));
  const inY = Math.min(pane.height - pane.bottom - bottom, Math.max(top, at.y));
  return { scale: view.scale, x: view.x + inX - at.x, y: view.y + inY - at.y };
}

/** Both sides as wanted, smaller in proportion where there is no room for them; and `more` beyond as far as there is. */
function sides(room: number, before: number, after: number, more = 0): [number, number] {
  const share = Math.min(1, (room * 0.8) / (before + after));
  const rest = Math.min(more, (room - (before + after) * share) / 4);
  return [before * share + rest, after * share + rest];
}

/** Keeps one point of the world where it is on screen although the layout moved it. */
export function anchor(view: Viewport, before: { x: number; y: number }, after: { x: number; y: number }): Viewport {
  return {
    scale: view.scale,
    x: view.x - (after.x - before.x) * view.scale,
    y: view.y - (after.y - before.y) * view.scale,
  };
}
