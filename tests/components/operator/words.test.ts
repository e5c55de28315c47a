// How times are said where there is little room, and where they lie far away.
import { describe, expect, it } from 'vitest';
import { tickWords } from '#components/operator/schedules/tick-words.ts';

const nowMs = Date.parse('2026-12-01T12:00:00Z');

describe('the time of a tick', () => {
  it('names the year when it is another one than now, in the zone that is meant', () => {
    expect(tickWords('2026-12-03T07:00:00Z', 'UTC', nowMs)).toBe('Thu 3 Dec, 07:00');
    expect(tickWords('2028-02-29T12:00:00Z', 'UTC', nowMs)).toBe('Tue, 29 Feb 2028, 12:00');
    expect(tickWords('2026-12-31T20:00:00Z', 'Pacific/Auckland', nowMs)).toBe('Fri, 1 Jan 2027, 09:00');
  });

  it('names the seconds when there are any', () => {
    expect(tickWords('2026-12-03T07:00:20Z', 'UTC', nowMs)).toBe('Thu 3 Dec, 07:00:20');
  });
});
