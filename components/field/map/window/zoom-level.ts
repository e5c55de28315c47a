// The four ways of seeing the field, by zoom: what is drawn and which drops are real elements.

export const zoomLevels = ['constellation', 'field', 'named', 'near'] as const;
export type ZoomLevel = (typeof zoomLevels)[number];

/** Below the number the level before applies. Source: field contract §4. */
export const fieldFrom = 0.25;
export const namedFrom = 0.6;
export const nearFrom = 1.2;
/** Chips are too large for a smaller drop; its broken ring says it. */
export const chipsFrom = 0.45;

export function zoomLevelOf(scale: number): ZoomLevel {
  if (scale < fieldFrom) return 'constellation';
  if (scale < namedFrom) return 'field';
  return scale <= nearFrom ? 'named' : 'near';
}
