// The hours of what ended, brought up to the last minute.
import type { EndedSlice } from './overview.ts';

const hourMs = 3_600_000;

/**
 * `hours` as of a moment ago with its newest hour counted anew from `minutes`, which reach back an hour at least: both
 * begin with the oldest, and slices begin on the hour and minute of UTC. When an hour has begun since, the oldest one goes.
 */
export function withNewestHour(hours: readonly EndedSlice[], minutes: readonly EndedSlice[]): EndedSlice[] {
  const newest = minutes.at(-1);
  if (newest === undefined) return [...hours];
  const startMs = Math.floor(Date.parse(newest.at) / hourMs) * hourMs;
  const within = minutes.filter(({ at }) => Date.parse(at) >= startMs);
  const sum = (of: (slice: EndedSlice) => number) => within.reduce((total, slice) => total + of(slice), 0);
  const fresh = {
    at: new Date(startMs).toISOString(),
    succeeded: sum(({ succeeded }) => succeeded),
    failed: sum(({ failed }) => failed),
    cancelled: sum(({ cancelled }) => cancelled),
  };
  const before = hours.filter(({ at }) => Date.parse(at) < startMs);
  return [...(before.length === hours.length ? before.slice(1) : before), fresh];
}
