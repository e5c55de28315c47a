// The PostgreSQL under test: DATABASE_URL's server, or a fresh embedded one with durable commits, as in production.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#lib/config.ts';
import { startPostgres } from '#prisma/postgres.ts';
import { removeLeftovers } from '#tests/support/server.ts';
import { atLeaving } from './leaving.ts';

export const folderPrefix = 'asterion-bench-';

export async function openServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { DATABASE_URL: given } = readConfig();
  if (given) return { url: given, stop: async () => undefined };
  await removeLeftovers(folderPrefix);
  const dataDir = await mkdtemp(path.join(tmpdir(), folderPrefix));
  await chmod(dataDir, 0o755);
  const removed = atLeaving(() => rm(dataDir, { recursive: true, force: true }));
  const { url, stop } = await startPostgres({ dataDir });
  const stopped = atLeaving(stop);
  return {
    url,
    stop: async () => {
      await stopped();
      await removed();
    },
  };
}
