// The clock by which a prompt is scheduled is named.
import { expect, it } from 'vitest';
import { fromLocalTime, toLocalTime, zoneWords } from '#components/compose/options/local-time.ts';

it('names the zone with the offset that holds on that day', () => {
  expect(zoneWords(new Date('2026-01-15T12:00:00Z'), 'Europe/Berlin')).toBe('your time, Europe/Berlin, GMT+1');
  expect(zoneWords(new Date('2026-07-15T12:00:00Z'), 'Europe/Berlin')).toBe('your time, Europe/Berlin, GMT+2');
  expect(zoneWords(new Date('2026-01-15T12:00:00Z'), 'America/New_York')).toBe('your time, America/New York, GMT-5');
});

it('says UTC once', () => {
  expect(zoneWords(new Date('2026-01-15T12:00:00Z'), 'UTC')).toBe('your time, UTC');
});

it('gives back the minute that was chosen, and nothing for an unfinished one', () => {
  const at = new Date(2026, 11, 1, 14, 5);
  expect(fromLocalTime(toLocalTime(at))).toBe(at.toISOString());
  expect(fromLocalTime('')).toBeNull();
  expect(fromLocalTime('2026-13-01T00:00')).toBeNull();
});
