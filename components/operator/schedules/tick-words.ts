// How a tick is said: weekday, day, time, in the zone that is meant.
import type { MissedPolicy } from '#lib/domain/queue/schedule-row.ts';

/** "Thu 3 Dec, 07:00", with seconds when there are any and the year when it is another one; without a zone in the reader's own. */
export function tickWords(iso: string, zone?: string, nowMs: number = Date.now()): string {
  const at = new Date(iso);
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(at, zone) === yearOf(new Date(nowMs), zone) ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(at.getUTCSeconds() === 0 ? {} : { second: '2-digit' }),
    ...(zone === undefined ? {} : { timeZone: zone }),
  };
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}

function yearOf(at: Date, zone: string | undefined): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', ...(zone === undefined ? {} : { timeZone: zone }) }).format(
    at,
  );
}

/** The reader's own zone. */
export function hereZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export const missedWords: Readonly<Record<MissedPolicy, { readonly name: string; readonly means: string }>> = {
  once: { name: 'Send once', means: 'The latest one, as soon as a worker is there again.' },
  skip: { name: 'Skip them', means: 'Only what is due within the last minute is sent.' },
  all: { name: 'Send each', means: 'Every one of them, at most 100.' },
};
