// The times a failures page can look back over.

export const ranges = ['1h', '24h', '7d', '30d', 'ever'] as const;
export type Range = (typeof ranges)[number];

const hours: Readonly<Record<Range, number | null>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, ever: null };

/** Null is ever. */
export function hoursOf(range: Range): number | null {
  return hours[range];
}

export const rangeNames: Readonly<Record<Range, string>> = {
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  ever: 'Ever',
};

/** "in the last 7 days", "ever". */
export function rangeWords(range: Range): string {
  if (range === 'ever') return 'ever';
  return range === '1h' ? 'in the last hour' : `in the last ${rangeNames[range]}`;
}
