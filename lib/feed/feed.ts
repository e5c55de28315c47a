// The one hub of this process, and its figures.
import { openLog } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { Hub } from './hub.ts';

// Next bundles every route on its own: a module's variable would be one hub, and one LISTEN connection, per route.
const place = Symbol.for('asterion.feed');
const held: typeof globalThis & { [place]?: Hub } = globalThis;

/** Opened at the first stream. On SIGTERM or SIGINT its streams end, so that the server can close. */
export function openFeed(db: Database): Hub {
  const known = held[place];
  if (known !== undefined) return known;
  const hub = new Hub(db, openLog('web'));
  held[place] = hub;
  const end = () => void hub.close();
  process.once('SIGTERM', end).once('SIGINT', end);
  return hub;
}

/** Without opening anything. */
export function feedFigures(): { readonly streams: number; readonly lagMs: number | null } {
  const hub = held[place];
  return { streams: hub?.streams ?? 0, lagMs: hub?.lagMs ?? null };
}
