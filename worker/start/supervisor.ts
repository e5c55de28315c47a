// Brings the whole product up in order (database, tables, build, web, worker) and down in the opposite one.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '#lib/config.ts';
import { type HealthAnswer, healthAnswer } from '#lib/domain/health.ts';
import { read } from '#lib/domain/wire/shape.ts';
import { generateClient } from '#prisma/generate.ts';
import { migrate } from '#prisma/migrate.ts';
import { buildWeb, isBuildStale } from './build.ts';
import { Child } from './child.ts';
import { type StartedDatabase, startDatabase } from './database.ts';
import { makeFolder } from './folder.ts';
import { LastLease } from './last-lease.ts';
import { claimPort } from './port.ts';
import { complain, say } from './say.ts';
import { watchServerSources } from './watch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const upWithinMs = 60_000;
/** The worker's own grace is 30 s; then it hands its jobs back. */
const workerStopWithinMs = 40_000;
/** Its requests take milliseconds; what stays open longer are live streams, and those come back by themselves. */
const webStopWithinMs = 3_000;

export interface StartOptions {
  readonly config: Config;
  /** Pages are built as they are asked for, and what changes is served at once. */
  readonly isDev: boolean;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Supervisor {
  /** Ends everything in order: worker, web, database. */
  stop(): Promise<void>;
  /** Kills what runs without waiting; the database is left to its own fast shutdown. */
  killNow(): void;
}

interface Parts {
  database?: StartedDatabase;
  web?: Child;
  worker?: Child;
}

/**
 * Starts everything and resolves when the product answers (or was asked to stop meanwhile). What it started before an
 * error or a stop is ended by `stop`. `onStarted` gives the handle before the first part starts.
 */
export async function supervise(options: StartOptions, onStarted: (supervisor: Supervisor) => void): Promise<void> {
  const { config, isDev, signal } = options;
  const parts: Parts = {};
  onStarted({ stop: () => stopParts(parts), killNow: () => killParts(parts) });
  const port = await claimPort(config.HOST, config.PORT);
  const dataDir = path.resolve(root, config.ASTERION_DATA_DIR);
  const logs = path.join(dataDir, 'logs');
  makeFolder(logs, 'ASTERION_DATA_DIR');

  parts.database = await startDatabase(config, dataDir);
  const { url, directUrl } = parts.database;
  say(`Database  ${parts.database.name}`);
  const applied = await migrate(directUrl ?? url);
  if (applied.length > 0) say(`Tables    brought up to date (${applied.join(', ')})`);
  if (signal.aborted) return;
  await build(options);
  if (signal.aborted) return;

  const env = { DATABASE_URL: url, DIRECT_URL: directUrl, PORT: String(port), NEXT_DIST_DIR: undefined };
  parts.web = new Child({
    name: 'web',
    args: ['--import', 'tsx', 'app/server.ts'],
    env: { ...env, NODE_ENV: isDev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' },
    logFile: path.join(logs, 'web.log'),
    stopWithinMs: webStopWithinMs,
  });
  if (isDev) watchServerSources(root, signal, () => parts.web?.renew());
  const lease = new LastLease({ url, directUrl });
  parts.worker = new Child({
    name: 'worker',
    args: ['--import', 'tsx', 'worker/main.ts'],
    env,
    logFile: path.join(logs, 'worker.log'),
    stopWithinMs: workerStopWithinMs,
    onMessage: (message) => lease.heard(message),
    onCrash: () => lease.end(),
  });
  await announce(config.HOST, port, logs, signal);
}

async function build({ isDev, signal }: StartOptions): Promise<void> {
  if (isDev) {
    await generateClient();
    return;
  }
  if (!(await isBuildStale())) return;
  say('Build     the web part is new or changed; building it takes about a minute …');
  const startedAt = performance.now();
  try {
    await buildWeb(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return;
  }
  say(`Build     done in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

async function announce(host: string, port: number, logs: string, signal: AbortSignal): Promise<void> {
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const until = performance.now() + upWithinMs;
  let health: HealthAnswer | null = null;
  while (health?.status !== 'ok' && performance.now() < until && !signal.aborted) {
    health = await askHealth(origin);
    if (health?.status !== 'ok') await wait(100, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) return;
  if (health?.status !== 'ok') {
    const what = health === null ? 'The web part does not answer' : 'The worker has not reported';
    complain(`${what} after ${upWithinMs / 1_000} s; it is still being tried. Look into ${logs}.`);
  }
  say(`Logs      ${logs}`);
  say(`\nAsterion ${health?.status === 'ok' ? 'is ready' : 'will be here'}: ${origin}   (Ctrl-C stops it)\n`);
}

async function askHealth(origin: string): Promise<HealthAnswer | null> {
  try {
    const response = await fetch(`${origin}/api/health`, {
      // A kept connection would hold up the web part's own end.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5_000),
    });
    return read(healthAnswer, await response.json()) ?? null;
  } catch {
    // Not up yet: connection refused, or no JSON.
    return null;
  }
}

async function stopParts(parts: Parts): Promise<void> {
  const { worker, web, database } = parts;
  // The worker first: what it still finishes is seen live, and it hands back the rest while the database is there.
  await worker?.stop();
  await web?.stop();
  await database?.stop();
}

function killParts({ worker, web, database }: Parts): void {
  worker?.killNow();
  web?.killNow();
  database?.killNow();
}
