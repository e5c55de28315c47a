// Where the labels of the days stand on the screen: in sight as long as their day is, and never one over another.
import { dayBand, type FieldLayout } from '#components/field/layout/layout.ts';
import type { Pane, Viewport } from '#components/field/map/window/viewport.ts';

/** Screen pixels. */
export const dayHeight = 30;
const margin = 16;

export interface DayPlace {
  readonly stratum: number;
  readonly x: number;
  readonly y: number;
}

/** Labels stick to the top of the pane until their day has passed it. Where days lie too close, the newer one speaks. */
export function placeDays(
  layout: FieldLayout,
  view: Viewport,
  pane: Pane,
  widthOf: (stratum: number) => number,
): DayPlace[] {
  const places: DayPlace[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let index = layout.strata.length - 1; index >= 0; index--) {
    const stratum = layout.strata[index];
    if (stratum === undefined) continue;
    const top = stratum.y * view.scale + view.y;
    const bottom = (stratum.y + stratum.height) * view.scale + view.y;
    if (bottom < 0) break;
    if (top > pane.height) continue;
    const y = Math.max(top, Math.min(0, bottom - dayHeight));
    if (y + dayHeight > below) continue;
    below = y;
    places.push({ stratum: index, x: leftOf(view, pane, stratum.width, widthOf(index)), y });
  }
  return places;
}

/** Over its threads where the day's band has room for a line; seen from afar beside them, if there is ground. */
function leftOf(view: Viewport, pane: Pane, stratumWidth: number, width: number): number {
  const isAfar = dayBand * view.scale < dayHeight;
  if (isAfar && view.x > width + 2 * margin) return view.x - width - margin;
  const right = view.x + stratumWidth * view.scale + margin;
  if (isAfar && right > margin && right + width < pane.width - margin) return right;
  return Math.max(margin, view.x + 12 * view.scale);
}
