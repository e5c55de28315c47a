// What the freshness pill says about the line to the server.
import { spanWords } from '#components/ui/time-words.ts';
import { pollEveryMs } from '#lib/domain/event.ts';
import type { LiveStatus } from '#lib/live/live-view.ts';
import { skewNoticeMs } from '#lib/live/server-clock.ts';

/** `nowMs` is this machine's clock, as `lastNewsAt` is. */
export function liveWords({ mode, lastNewsAt }: LiveStatus, unsent: number, nowMs: number): string {
  const age = lastNewsAt === null ? null : spanWords(nowMs - lastNewsAt);
  switch (mode) {
    case 'live':
      // Tenths of a second are no news to anybody: what matters is whether it is now.
      return age === null ? 'Live' : lastNewsAt !== null && nowMs - lastNewsAt < 950 ? 'Live · now' : `Live · ${age}`;
    case 'polling':
      return `Polling · ${pollEveryMs / 1_000} s`;
    case 'reconnecting':
      return age === null ? 'Connecting…' : `Reconnecting… last news ${age} ago`;
    case 'offline':
      return unsent > 0 ? `Offline · ${unsent} unsent` : 'Offline';
  }
}

/** A note when this machine's clock is wrong enough to confuse; null otherwise. */
export function skewWords(skewMs: number): string | null {
  if (Math.abs(skewMs) < skewNoticeMs) return null;
  return `This computer's clock is ${spanWords(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the server's. Times shown are the server's.`;
}
