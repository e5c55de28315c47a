// Words and lines on the canvas: where a day begins, and the titles of threads.

import type { FieldLayout, Lane, Title } from '#components/field/layout/layout.ts';
import type { Frame } from './draw.ts';
import { strengthOf } from './strength.ts';

/** A line from edge to edge between one day and the next; a day's label is an element. */
export function drawDays({ context, scene, view, pane, palette }: Frame): void {
  context.fillStyle = palette.line;
  for (const stratum of scene.layout.strata.slice(1)) {
    const top = Math.round(stratum.y * view.scale + view.y);
    if (top > 0 && top < pane.height) context.fillRect(0, top, pane.width, 1);
  }
}

export function drawTitles(frame: Frame, lanes: readonly Lane[]): void {
  const { context, scene, view, palette } = frame;
  const titles = titlesOf(scene.layout);
  const font = `500 12.5px ${palette.font}`;
  context.font = font;
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  for (const lane of lanes) {
    const title = titles.get(lane.rootId);
    const root = frame.placeOf(lane.rootId);
    const rest = scene.layout.positions.get(lane.rootId);
    if (title === undefined || root === undefined || rest === undefined) continue;
    const x = title.x * view.scale + view.x;
    const y = (title.y + root.y - rest.y) * view.scale + view.y;
    const isFound = scene.found !== null && lane.ids.some((id) => scene.found?.has(id));
    context.globalAlpha = isFound ? 0.92 : 0.92 * strengthOf(scene, lane.rootId);
    context.fillText(cut(context, title.text, font, title.width * view.scale), x, y);
  }
  context.globalAlpha = 1;
}

// Thousands of titles: sorted once for a layout, not in every frame.
const known = new WeakMap<FieldLayout, ReadonlyMap<string, Title>>();

function titlesOf(layout: FieldLayout): ReadonlyMap<string, Title> {
  let titles = known.get(layout);
  if (titles === undefined) {
    titles = new Map(layout.titles.map((title) => [title.rootId, title]));
    known.set(layout, titles);
  }
  return titles;
}

// Measuring text is the dearest call of a frame; the texts of a field are few and come again in every one.
const widths = new Map<string, number>();

function measure(context: CanvasRenderingContext2D, text: string, font: string): number {
  const key = `${font} ${text}`;
  const measured = widths.get(key);
  if (measured !== undefined) return measured;
  if (widths.size > 5_000) widths.clear();
  const usual = context.font;
  context.font = font;
  const { width } = context.measureText(text);
  context.font = usual;
  widths.set(key, width);
  return width;
}

/** As much of the text as fits, with an ellipsis; by the text's mean letter width, measured once. */
function cut(context: CanvasRenderingContext2D, text: string, font: string, width: number): string {
  const whole = measure(context, text, font);
  if (whole <= width) return text;
  const letters = [...text];
  let count = Math.max(1, Math.floor((width / whole) * letters.length) - 1);
  while (count > 1 && measure(context, `${letters.slice(0, count).join('')}…`, font) > width) count--;
  return `${letters.slice(0, count).join('').trimEnd()}…`;
}
