// What a waiting drop may expect, in words: the server's own count of who goes first, and its guess where it has one.
import { durationWords } from '#components/field/drop-view.ts';
import type { QueuePlace } from '#lib/domain/queue/place.ts';

/** "2nd in line · about 40 s", without the guess where there is none; null when the drop's own line says it all. */
export function queueWords(place: QueuePlace): string | null {
  switch (place.reason) {
    case 'turn':
      return `◌ ${turnWords(place)}${etaWords(place.eta_ms)}`;
    case 'paused':
      return '◌ paused';
    case 'limited':
      return '◌ its model is at its limit';
    case 'no_worker':
      return '◌ no worker takes it yet';
    default:
      return null;
  }
}

function turnWords({ position, ahead_is_more, ahead }: QueuePlace): string {
  if (ahead_is_more && ahead !== null) return `more than ${ahead.toLocaleString('en')} go first`;
  return position === null || position <= 1 ? 'next in line' : `${ordinal(position)} in line`;
}

function etaWords(ms: number | null): string {
  if (ms === null) return '';
  return ms < 1_000 ? ' · any moment' : ` · about ${durationWords(roughly(ms))}`;
}

/** A guess is not said to the second. */
function roughly(ms: number): number {
  const step = ms < 20_000 ? 1_000 : ms < 120_000 ? 10_000 : 60_000;
  return Math.max(step, Math.round(ms / step) * step);
}

function ordinal(place: number): string {
  const ending = place % 100 >= 11 && place % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place.toLocaleString('en')}${ending}`;
}
