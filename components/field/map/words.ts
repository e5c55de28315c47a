// Which words stand beside a drop: by zoom, by the room it has, and by whether somebody looks at it.

import { chipOf, type DropLook } from '#components/field/drop-view.ts';
import { chipsFrom, zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import type { DropRow } from '#lib/domain/drop.ts';

export interface WordsShown {
  readonly label: boolean;
  readonly status: boolean;
  readonly chip: 'full' | 'bare' | null;
  readonly lastLine: boolean;
  /** Beneath the drop: beside it stands another. */
  readonly beneath: boolean;
  /** On a plate of its own above the field, because there is no free ground for it. */
  readonly plate: boolean;
  /** Screen pixels. */
  readonly width: number;
}

/** Below this a label would be cut to nothing. */
const labelFrom = 74;
const chipFrom = 48;
const chipTextFrom = 92;
const plateWidth = 240;
const gap = 12;
/** World pixels of an unsettled drop's ring. */
const ring = 18;

/** `room` in world pixels from the drop's centre; `isLookedAt`: hovered, focused or selected. */
export function wordsOf(
  row: DropRow,
  look: DropLook,
  at: { readonly scale: number; readonly room: number; readonly isLookedAt: boolean },
): WordsShown {
  const { scale, isLookedAt } = at;
  const level = zoomLevelOf(scale);
  const free = (at.room - ring) * scale - gap;
  const isNamed = level === 'named' || level === 'near';
  const hasRoom = isNamed && free >= labelFrom;
  const chip = chipAt(look, scale, free, isLookedAt);
  return {
    label: isLookedAt || (hasRoom && row.parent_id !== null && (level === 'near' || isNews(look))),
    status: isLookedAt || hasRoom || (isNamed && chip === 'full'),
    chip,
    lastLine: level === 'near' && look === 'running' && hasRoom,
    beneath: !isLookedAt && chip !== null && free < chipFrom,
    plate: isLookedAt && !(hasRoom && free >= plateWidth),
    width: isLookedAt ? plateWidth : Math.max(28, free),
  };
}

function chipAt(look: DropLook, scale: number, free: number, isLookedAt: boolean): WordsShown['chip'] {
  if (chipOf(look) === null || scale < chipsFrom) return null;
  return isLookedAt || free >= chipTextFrom ? 'full' : 'bare';
}

/** Looks that get their label from the named level on. */
function isNews(look: DropLook): boolean {
  return look !== 'settled' && look !== 'cancelled' && look !== 'superseded';
}
