// The supervisor's database: somebody's server when DATABASE_URL is set, else the embedded one, kept running.
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#lib/config.ts';
import { ownDatabase } from '#prisma/postgres/own-database.ts';
import { type RunningPostgres, startPostgres } from '#prisma/postgres.ts';
import { complain, say } from './say.ts';

const longestDelayMs = 30_000;

export interface StartedDatabase {
  readonly url: string;
  readonly directUrl: string | undefined;
  /** For people, without the password. */
  readonly name: string;
  stop(): Promise<void>;
  /** Asks for the server's fast shutdown and waits for nothing. */
  killNow(): void;
}

/** Throws FolderInUseError or PostgresError. */
export async function startDatabase(config: Config, dataDir: string): Promise<StartedDatabase> {
  const { DATABASE_URL: url, DIRECT_URL: directUrl } = config;
  if (url !== undefined)
    return { url, directUrl, name: nameOf(url), stop: async () => undefined, killNow: () => undefined };
  let server = await startPostgres({ dataDir });
  if (server.foundLeftover)
    say('The database was still running from a start that was killed; it was stopped cleanly first.');
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();
  const watch = (watched: RunningPostgres): void => {
    void watched.ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart(watched);
    });
  };
  const restart = async (ended: RunningPostgres): Promise<void> => {
    await ended.stop();
    for (let delayMs = 500; !stopping.signal.aborted; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
      complain(
        `The database ended unexpectedly; its log is ${ended.logFile}. Starting it again in ${delayMs / 1_000} s.`,
      );
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      try {
        if (stopping.signal.aborted) return;
        server = await startPostgres({ dataDir });
        watch(server);
        if (server.url !== ended.url) complain('The database came back on another port; restart Asterion to use it.');
        else say('The database is back.');
        return;
      } catch (error) {
        complain((error as Error).message);
      }
    }
  };
  watch(server);
  return {
    url: await ownDatabase(server.url),
    directUrl: undefined,
    name: `PostgreSQL in ${dataDir}`,
    stop: async () => {
      stopping.abort();
      await restarting;
      await server.stop();
    },
    killNow: () => {
      process.kill(server.pid, 'SIGINT');
    },
  };
}

function nameOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
