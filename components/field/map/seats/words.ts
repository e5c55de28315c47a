// Which words stand beside a drop: by zoom, by the room it has, and by whether somebody looks at it.

import { chipOf, type DropLook } from '#components/field/drop-view.ts';
import type { Rect } from '#components/field/layout/grid-index.ts';
import { nodeHeight } from '#components/field/layout/thread-tree.ts';
import { chipsFrom, zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import type { DropRow } from '#lib/domain/drop.ts';

export type ChipForm = 'full' | 'short' | 'bare';

export interface WordsShown {
  readonly label: boolean;
  readonly status: boolean;
  readonly chip: ChipForm | null;
  readonly lastLine: boolean;
  /** Beneath the drop: beside it stands another. */
  readonly beneath: boolean;
  /** On a plate of its own above the field: somebody looks at the drop. */
  readonly plate: boolean;
  /** Screen pixels. */
  readonly width: number;
}

/** Below this a label would be cut to nothing. */
const labelFrom = 74;
const plateWidth = 296;
const gap = 12;
/** World pixels of an unsettled drop's ring. */
const ring = 18;
/** Screen pixels a chip takes, its words included. */
const chipWidths: Readonly<Record<ChipForm, number>> = { full: 150, short: 92, bare: 30 };
/** Screen pixels of each line, the gap above it included. */
const lines = { chip: 31, status: 17, label: 18, lastLine: 17 } as const;
/** From this near a chip fits beneath a drop, above whatever the next generation has there. */
const beneathFrom = 0.95;

export interface WordsPlace {
  readonly scale: number;
  /** World pixels from the drop's centre that no other drop of its generation takes. */
  readonly room: number;
  /** Hovered, focused or selected. */
  readonly isLookedAt: boolean;
}

/** What fits: nothing that is shown ever overlaps another drop's words, its body, or a thread's title. */
export function wordsOf(row: DropRow, look: DropLook, at: WordsPlace): WordsShown {
  if (at.isLookedAt) return onPlate(look, at.scale);
  const level = zoomLevelOf(at.scale);
  const free = (at.room - ring) * at.scale - gap;
  const isNamed = level === 'named' || level === 'near';
  const hasRoom = isNamed && free >= labelFrom;
  const chip = chipAt(look, at, free);
  const beneath = chip !== null && free < chipWidths.bare;
  let left = heightFor(row, at.scale) - (chip === null ? 0 : lines.chip);
  const fits = (line: keyof typeof lines, isWanted: boolean) => {
    const isShown = isWanted && !beneath && left >= lines[line];
    if (isShown) left -= lines[line];
    return isShown;
  };
  // The whole chip of an unsent drop says that already.
  const status = fits('status', hasRoom && !(look === 'unsent' && chip === 'full'));
  const label = fits('label', hasRoom && row.parent_id !== null && (level === 'near' || isNews(look)));
  const lastLine = fits('lastLine', hasRoom && level === 'near' && look === 'running');
  return { label, status, chip, lastLine, beneath, plate: false, width: Math.max(chipWidths.bare, free) };
}

function onPlate(look: DropLook, scale: number): WordsShown {
  const chip = chipOf(look) === null ? null : 'full';
  const lastLine = zoomLevelOf(scale) === 'near' && look === 'running';
  return { label: true, status: look !== 'unsent', chip, lastLine, beneath: false, plate: true, width: plateWidth };
}

function chipAt(look: DropLook, { scale }: WordsPlace, free: number): ChipForm | null {
  const chip = chipOf(look);
  if (chip === null || scale < chipsFrom) return null;
  const forms: readonly ChipForm[] = chip.short === chip.text ? ['short', 'bare'] : ['full', 'short', 'bare'];
  const form = forms.find((candidate) => free >= chipWidths[candidate]);
  return form ?? (scale >= beneathFrom ? 'bare' : null);
}

/** Screen pixels between the words above and those below; a reply also leaves room for a chip beneath the drop over it. */
function heightFor(row: DropRow, scale: number): number {
  const whole = nodeHeight * scale - 2;
  if (row.parent_id === null || scale < beneathFrom) return whole;
  const underChip = nodeHeight * scale - (chipBeneathFrom(scale) + lines.chip) - 1;
  return Math.min(whole, 2 * underChip);
}

function chipBeneathFrom(scale: number): number {
  return (ring - 2) * scale;
}

/** Looks that get their label from the named level on. */
function isNews(look: DropLook): boolean {
  return look !== 'settled' && look !== 'cancelled' && look !== 'superseded';
}

/** The most that words take, in screen pixels around the drop's centre; null without words. A plate grows downwards. */
export function boxOf(words: WordsShown, scale: number): Rect | null {
  const left = gap - 2 + ring * scale;
  const height =
    (words.chip === null ? 0 : lines.chip) +
    (words.status ? lines.status : 0) +
    (words.label ? lines.label * (words.plate ? 2 : 1) : 0) +
    (words.lastLine ? lines.lastLine : 0);
  if (height === 0) return null;
  if (words.plate) return { left, right: left + words.width, top: plateTop, bottom: plateTop + height + 60 };
  if (words.beneath) {
    const half = chipWidths.bare / 2;
    return { left: -half, right: half, top: chipBeneathFrom(scale), bottom: chipBeneathFrom(scale) + lines.chip };
  }
  return { left, right: left + words.width, top: -height / 2, bottom: height / 2 };
}

/** A plate begins this far above the middle of its drop: below the title of the thread. */
export const plateTop = -18;
