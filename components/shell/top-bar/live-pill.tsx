// Whether what is on screen is fresh, and by which way news comes in. Never a modal, never an error on a drop.
import { useEffect, useState } from 'react';
import { useLiveStatus } from '#lib/live/use-field.ts';
import { liveWords, skewWords } from './live-words.ts';

const dots = { live: 'bg-unread', polling: 'bg-queued', reconnecting: 'bg-orphan', offline: 'bg-cancelled' } as const;

const meaning = {
  live: 'Connected: changes show at once. The time is how long ago the server was last heard.',
  polling: 'The live line is away: the server is asked again and again instead.',
  reconnecting: 'The line is being opened again. Nothing is lost meanwhile.',
  offline: 'This browser is offline. What you send is kept here until it is back.',
} as const;

interface LivePillProps {
  readonly unsentCount: number;
  /** Something is under way: the age of the last news is worth a tick each second. */
  readonly isBusy: boolean;
}

export function LivePill({ unsentCount, isBusy }: LivePillProps) {
  const status = useLiveStatus();
  const isCounting = isBusy || status.mode !== 'live';
  const nowMs = useWallClock(isCounting);
  const said = isCounting ? status : { ...status, lastNewsAt: null };
  const skew = skewWords(status.skewMs);
  return (
    <span
      className="flex h-7 shrink-0 items-center gap-1.5 px-1.5 text-small text-dim"
      title={skew ?? meaning[status.mode]}
      data-mode={status.mode}
    >
      <span aria-hidden="true" className={`size-1.5 rounded-full ${dots[status.mode]}`} />
      {/* On a phone all is well without a word. */}
      <span className={status.mode === 'live' ? 'max-[479px]:sr-only' : ''}>
        {status.mode === 'live' || status.lastNewsAt !== null || status.mode === 'offline'
          ? liveWords(said, unsentCount, nowMs)
          : 'Connecting…'}
      </span>
      {skew !== null && <span className="text-salmon-ink">· clock off</span>}
    </span>
  );
}

function useWallClock(isTicking: boolean): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
