// Hubs for a test file: opened on its database, followed by readers, closed after each test.
import { afterEach } from 'vitest';
import { type Cursor, parseCursor } from '#lib/domain/event.ts';
import { Hub, type HubOptions } from '#lib/feed/hub.ts';
import { openLog } from '#lib/log.ts';
import type { testDatabase } from '#tests/support/database.ts';
import { viewer } from '#tests/support/jobs.ts';
import { readable } from './pipe.ts';
import { StreamReader } from './reader.ts';

export function hubsOn(database: ReturnType<typeof testDatabase>) {
  const hubs: Hub[] = [];
  afterEach(async () => {
    await Promise.all(hubs.splice(0).map((hub) => hub.close()));
  });
  return function aHub(options: HubOptions = {}): Hub {
    const hub = new Hub(database.db, openLog('test'), options);
    hubs.push(hub);
    return hub;
  };
}

/** A reader that has had its hello. */
export async function follow(hub: Hub, since: string | null = null, as = viewer): Promise<StreamReader> {
  const reader = new StreamReader(readable(await hub.open(as, since === null ? null : cursor(since))));
  await reader.until(({ frames }) => frames.length > 0);
  return reader;
}

export function cursor(text: string): Cursor {
  const parsed = parseCursor(text);
  if (parsed === null) throw new Error(`not a cursor: ${text}`);
  return parsed;
}
