// The one hub of this process, and its figures.
import { openLog } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { Hub } from './hub.ts';

let hub: Hub | undefined;

/** Opened at the first stream. */
export function openFeed(db: Database): Hub {
  hub ??= new Hub(db, openLog('web'));
  return hub;
}

/** Ends every stream, so that the server can close, and opens no new one. */
export async function closeFeed(): Promise<void> {
  await hub?.close();
}

/** Without opening anything. */
export function feedFigures(): { readonly streams: number; readonly lagMs: number | null } {
  return { streams: hub?.streams ?? 0, lagMs: hub?.lagMs ?? null };
}
