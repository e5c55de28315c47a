// The wait a provider asks for is read from seconds, a date or milliseconds, and nonsense is no wait at all.
import { expect, test } from 'vitest';
import { readRetryAfter } from '#worker/providers/errors/retry-after.ts';

const now = () => Date.parse('2026-12-01T02:00:00Z');

test.each([
  [{ 'retry-after': '30' }, 30_000],
  [{ 'Retry-After': '1.5' }, 1_500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Tue, 01 Dec 2026 02:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Tue, 01 Dec 2026 01:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '30' }, 250],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('%j is %s ms', (headers, expected) => {
  expect(readRetryAfter(headers, now)).toBe(expected);
});

test('a date counts from the provider’s own clock, so a wrong one here changes nothing', () => {
  const headers = { date: 'Tue, 01 Dec 2026 05:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 05:00:20 GMT' };
  expect(readRetryAfter(headers, now)).toBe(20_000);
});
