// The hours of the overview never lag behind its minutes.
import { describe, expect, it } from 'vitest';
import { withNewestHour } from '#lib/domain/operator/ended.ts';

const slice = (at: string, succeeded: number) => ({ at, succeeded, failed: 1, cancelled: 0 });
const hours = [slice('2026-12-01T08:00:00.000Z', 80), slice('2026-12-01T09:00:00.000Z', 90)];

describe('the newest hour', () => {
  it('is counted from the minutes, those of the hour before left out', () => {
    const minutes = ['08:59', '09:00', '09:01'].map((time) => slice(`2026-12-01T${time}:00.000Z`, 5));
    expect(withNewestHour(hours, minutes)).toEqual([
      hours[0],
      { at: '2026-12-01T09:00:00.000Z', succeeded: 10, failed: 2, cancelled: 0 },
    ]);
  });

  it('pushes the oldest out when it has begun since the hours were read', () => {
    const minutes = ['09:59', '10:00'].map((time) => slice(`2026-12-01T${time}:00.000Z`, 5));
    expect(withNewestHour(hours, minutes)).toEqual([hours[1], slice('2026-12-01T10:00:00.000Z', 5)]);
  });

  it('stays as it was read while there are no minutes', () => {
    expect(withNewestHour(hours, [])).toEqual(hours);
  });
});
