// Spans and instants as people read them, in the zone they live in.
import { expect, test } from 'vitest';
import { clockWords, countdownWords, instantWords, spanWords } from '#components/ui/time-words.ts';

test('spans are short and never negative', () => {
  expect([-5, 420, 949, 12_300, 184_000, 7_500_000].map(spanWords)).toEqual([
    '0.0 s',
    '0.4 s',
    '0.9 s',
    '12 s',
    '3 min 04 s',
    '2 h 05 min',
  ]);
});
test('a countdown never says zero while there is time left', () => {
  expect(countdownWords(200)).toBe('1 s');
  expect(countdownWords(0)).toBe('any moment');
});
test('an instant is told in the zone of the reader, not of the server', () => {
  const now = Date.parse('2026-03-02T23:30:00Z');
  expect(clockWords('2026-03-02T23:05:00Z', now, 'UTC')).toBe('23:05');
  expect(clockWords('2026-03-02T23:05:00Z', now, 'Australia/Brisbane')).toBe('09:05');
  expect(clockWords('2026-03-01T23:05:00Z', now, 'UTC')).toBe('Sun 23:05');
  expect(clockWords('2025-11-03T08:00:00Z', now, 'UTC')).toBe('3 Nov 2025, 08:00');
});
test('the tooltip names the zone and gives UTC beside it', () => {
  const words = instantWords('2026-03-02T23:05:09Z', 'Australia/Brisbane');
  expect(words).toContain('09:05:09');
  expect(words).toContain('2026-03-02 23:05:09 UTC');
});
