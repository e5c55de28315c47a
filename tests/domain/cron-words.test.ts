// Cron expressions in words: the usual ones are said plainly, the others not at all rather than wrongly.
import { describe, expect, it } from 'vitest';
import { cronWords } from '#lib/domain/queue/cron-words.ts';
import { isCron, nextTicks } from '#lib/domain/queue/ticks.ts';

describe('a cron expression', () => {
  it.each([
    ['0 7 * * 1-5', 'At 07:00, Monday to Friday'],
    ['30 9 * * *', 'At 09:30'],
    ['@daily', 'At 00:00'],
    ['@hourly', 'Every hour at :00'],
    ['0 9,12,18 * * *', 'At 09:00, 12:00 and 18:00'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['* * * * *', 'Every minute'],
    ['5 * * * *', 'Every hour at :05'],
    ['0 */6 * * *', 'Every 6 hours at :00'],
    ['*/10 8-17 * * mon-fri', 'Every 10 minutes from 08:00 to 17:59, Monday to Friday'],
    ['0 8 * * MON', 'At 08:00, on Mondays'],
    ['0 10 * * 0,6', 'At 10:00, on weekends'],
    ['0 10 * * 6,7', 'At 10:00, on weekends'],
    ['0 6 1,15 * *', 'At 06:00, on the 1st and 15th of the month'],
    ['0 0 22 12 *', 'At 00:00, on the 22nd of the month, in December'],
    ['0 0 13 * 5', 'At 00:00, on the 13th of the month and on Fridays'],
  ])('%s is “%s”', (cron, words) => {
    expect(isCron(cron)).toBe(true);
    expect(cronWords(cron)).toBe(words);
  });

  it.each(['0 0 L * *', '0 0 * * 5#2', '30 0 7 * * *', '1-10/3 * * * *', 'often', '', '99 7 * * *'])(
    '%s has no short words',
    (cron) => expect(cronWords(cron)).toBeNull(),
  );

  it('ticks in the wall clock of its zone, over the change of the clocks too', () => {
    const ticks = nextTicks('0 7 * * *', 'Europe/Berlin', new Date('2026-10-24T00:00:00Z'), 3);
    expect(ticks?.map((tick) => tick.toISOString())).toEqual([
      '2026-10-24T05:00:00.000Z',
      '2026-10-25T06:00:00.000Z',
      '2026-10-26T06:00:00.000Z',
    ]);
    expect(nextTicks('0 7 * * *', 'Mars/Olympus', new Date(), 3)).toBeNull();
    expect(nextTicks('often', 'UTC', new Date(), 3)).toBeNull();
    expect(nextTicks('0 0 31 2 *', 'UTC', new Date(), 3)).toEqual([]);
  });
});
