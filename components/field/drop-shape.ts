// The one shape of a drop, drawn alike by the page and by the canvas, and its five sizes.
import type { DropRow } from '#lib/domain/drop.ts';

/** Units of the outline: the round body has radius 10 around 0,0; the tip points up. */
export const bodyRadius = 10;
export const tipHeight = 19;
export const outline = 'M0,-19C2.6,-12.6 10,-7.4 10,0A10,10 0 1 1 -10,0C-10,-7.4 -2.6,-12.6 0,-19Z';
/** Two crests wide, so that shifting it by one crest (20 units) repeats. */
export const wave =
  'M-30,0C-25,-1.6 -25,-1.6 -20,0S-15,1.6 -10,0S-5,-1.6 0,0S5,1.6 10,0S15,-1.6 20,0S25,1.6 30,0V34H-30Z';

const sizes: readonly (readonly [upTo: number, radius: number])[] = [
  [200, 10],
  [800, 11.5],
  [2_500, 13],
  [8_000, 14.5],
];
const largest = 16;
const unsettled = 12;

/** World pixels. By the length of the answer, and fixed until there is one, so that a drop never jitters. */
export function radiusOf(row: DropRow): number {
  if (row.state !== 'succeeded') return unsettled;
  return sizes.find(([upTo]) => row.answer_length <= upTo)?.[1] ?? largest;
}

/** How full a running drop looks for the characters received: rises fast at first, never above 85 %. */
export function levelOf(receivedLength: number): number {
  return receivedLength <= 0 ? 0 : 0.1 + 0.75 * (1 - Math.exp(-receivedLength / 1_200));
}
