// Seen means: the answer was in view for a second in a tab that is visible. The server keeps it, for every device.
import { useEffect } from 'react';
import { isUnread } from '#lib/domain/drop.ts';
import { markSeen } from '#lib/live/api.ts';
import { useDrop, useLiveView } from '#lib/live/use-field.ts';

/** Source: field contract, "Unread". */
const seenAfterMs = 1_000;

/** Marks a prompt's answer as seen once it `isInView` long enough. Call it where the answer is shown. */
export function useSeen(promptId: string | null, isInView: boolean): void {
  const view = useLiveView();
  const drop = useDrop(promptId);
  const isWaiting = promptId !== null && isInView && drop !== undefined && isUnread(drop);
  useEffect(() => {
    if (!isWaiting || view === null) return;
    return watchSeen(() => {
      // Not said is not seen: the ring stays, and the next look says it again.
      markSeen([promptId], view.env).then(
        () => view.nudge(),
        () => {},
      );
    });
  }, [isWaiting, promptId, view]);
}

/** Calls `onSeen` once when this tab has been visible for a second on end. Returns the function that gives up. */
function watchSeen(onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(onSeen, seenAfterMs);
  };
  document.addEventListener('visibilitychange', look, { signal: stop.signal });
  look();
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
