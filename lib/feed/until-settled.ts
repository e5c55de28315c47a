// A caller that waits for one job: woken by the same look at the log as the streams, never by a loop of its own.
import type { Viewer } from '#lib/auth/viewer.ts';
import { isLive } from '#lib/domain/job.ts';
import type { SettledAnswer } from '#lib/domain/prompts/settled.ts';
import type { Database } from '#lib/store/client.ts';
import { readSettled } from '#lib/store/prompts/settled.ts';
import type { Watcher } from './audience.ts';
import type { Hub } from './hub.ts';

export interface Patience {
  readonly waitMs: number;
  /** Calls when the caller has gone; returns how to stop listening. */
  readonly onGone?: ((act: () => void) => () => void) | undefined;
}

/**
 * Resolves with how the job ended (answered, failed, cancelled, superseded), or null when the time is up, the caller has
 * gone or the server stops: the job goes on all the same. Throws when the database is away.
 */
export async function untilSettled(
  hub: Hub,
  db: Database,
  viewer: Viewer,
  { prompt_id, job_id }: { readonly prompt_id: string; readonly job_id: string },
  { waitMs, onGone }: Patience,
): Promise<SettledAnswer | null> {
  let isOver = false;
  let hasNews = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  const timer = setTimeout(end, waitMs);
  const stopListening = onGone?.(end);
  let leave = (): void => undefined;
  const hear: Watcher = (news) => {
    if (news === 'closed') return end();
    hasNews ||=
      news === 'look' ||
      news.some((row) => row.prompt_id === prompt_id && (row.job_id !== job_id || !isLive(row.state)));
    if (hasNews) wake();
  };
  try {
    // Subscribed first, then read: what ends in between is heard.
    leave = await hub.watch(viewer, hear);
    while (!isOver) {
      hasNews = false;
      const settled = await readSettled(db, viewer, job_id);
      if (settled !== null) return settled;
      if (hasNews || isOver) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return null;
  } finally {
    clearTimeout(timer);
    stopListening?.();
    leave();
  }
}
