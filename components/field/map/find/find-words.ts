// What the map says about a search.

/** `place` counts from 1; null before the first step. */
export function findWords(count: number, unseen: number, place: number | null): string {
  if (count === 0) return 'Nothing matches';
  const how = place === null ? matches(count) : `${number(place)} of ${number(count)}`;
  if (unseen === 0) return how;
  return `${how}, ${unseen === count && count > 1 ? 'all' : number(unseen)} out of sight`;
}

function matches(count: number): string {
  return count === 1 ? '1 match' : `${number(count)} matches`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
