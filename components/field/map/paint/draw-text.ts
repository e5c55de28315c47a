// Words on the canvas: the days with their counts, which stay in sight, and the titles of threads.

import { dayName } from '#components/field/layout/day.ts';
import { dayBand, type Lane, type Stratum } from '#components/field/layout/layout.ts';
import { isUnread } from '#lib/domain/drop.ts';
import type { Frame } from './draw.ts';

const dayHeight = 30;
const margin = 16;

/** Day labels stick to the top of the pane until their day has passed it. */
export function drawDays(frame: Frame): void {
  const { context, scene, view, pane, palette } = frame;
  context.textBaseline = 'middle';
  for (const stratum of scene.layout.strata) {
    const top = stratum.y * view.scale + view.y;
    const bottom = (stratum.y + stratum.height) * view.scale + view.y;
    if (bottom < 0 || top > pane.height) continue;
    const y = Math.max(top, Math.min(0, bottom - dayHeight));
    const words = dayWords(frame, stratum);
    const width = words.reduce((sum, word) => sum + measure(context, word.text, fontOf(frame, word)) + 10, 0);
    const left = leftOf(frame, width);
    // A line from edge to edge where the day begins; under the words the ground, so that nothing shines through.
    context.fillStyle = palette.line;
    if (top > 0) context.fillRect(0, Math.round(top), pane.width, 1);
    context.globalAlpha = 0.94;
    context.fillStyle = palette.ground;
    context.beginPath();
    if (top < 0) context.rect(0, 0, pane.width, y + dayHeight);
    else context.roundRect(left - 10, y + 5, width + 12, dayHeight - 6, 8);
    context.fill();
    context.globalAlpha = 1;
    let x = left;
    for (const word of words) {
      context.font = fontOf(frame, word);
      context.fillStyle = word.colour;
      context.fillText(word.text, x, y + dayHeight / 2 + 2);
      x += measure(context, word.text, context.font) + 10;
    }
  }
}

/** Over its threads where the day's band has room for a line; seen from afar beside them, if there is ground. */
function leftOf({ view }: Frame, width: number): number {
  const isAfar = dayBand * view.scale < dayHeight;
  if (isAfar && view.x > width + 2 * margin) return view.x - width - margin;
  return Math.max(margin, view.x + 12 * view.scale);
}

interface Word {
  readonly text: string;
  readonly colour: string;
  readonly isStrong: boolean;
}

function dayWords({ scene, palette }: Frame, stratum: Stratum): Word[] {
  let orphans = 0;
  let unread = 0;
  for (const id of stratum.ids) {
    const row = scene.byId.get(id);
    if (row?.state === 'failed') orphans++;
    if (row !== undefined && isUnread(row)) unread++;
  }
  const words: Word[] = [{ text: dayName(stratum.day, scene.today), colour: palette.ink, isStrong: true }];
  words.push({ text: String(stratum.ids.length), colour: palette.inkDim, isStrong: false });
  if (unread > 0) words.push({ text: `${unread} new`, colour: palette.unread, isStrong: false });
  if (orphans > 0) words.push({ text: `${orphans} ↻`, colour: palette.orphan, isStrong: false });
  return words;
}

function fontOf({ palette }: Frame, word: Word): string {
  return `${word.isStrong ? 600 : 400} 12.5px ${palette.font}`;
}

export function drawTitles(frame: Frame, lanes: readonly Lane[]): void {
  const { context, scene, view, palette } = frame;
  const titles = new Map(scene.layout.titles.map((title) => [title.rootId, title]));
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
    context.globalAlpha = scene.path.size > 0 && !scene.path.has(lane.rootId) ? 0.5 : 0.92;
    context.fillText(cut(context, title.text, font, title.width * view.scale), x, y);
  }
  context.globalAlpha = 1;
}

// Measuring text is the dearest call of a frame; the texts of a field are few and come again in every one.
const widths = new Map<string, number>();

function measure(context: CanvasRenderingContext2D, text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > 5_000) widths.clear();
  const before = context.font;
  context.font = font;
  const { width } = context.measureText(text);
  context.font = before;
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
