// The embedded PostgreSQL: a real server in the data folder, on loopback only, that stops when it is told to.
import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPrograms, PostgresError, type Programs, startProgram } from './postgres/binaries.ts';
import { type Cluster, openCluster } from './postgres/cluster.ts';
import { lockFolder } from './postgres/folder-lock.ts';
import { stopLeftover } from './postgres/leftover.ts';

export interface PostgresOptions {
  /** Everything lies in `<dataDir>/postgres`. Made if missing. */
  readonly dataDir: string;
  /** Wanted port; without it, or if it is taken, the remembered or any free one. */
  readonly port?: number | undefined;
  /** Settings over the defaults below, e.g. { fsync: 'off' } for a throw-away server. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningPostgres {
  /** The database "postgres" of the server, as its owner; holds the password. */
  readonly url: string;
  readonly pid: number;
  readonly logFile: string;
  /** True when a server left by a killed start was found and stopped cleanly first. */
  readonly foundLeftover: boolean;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, nothing committed is lost. At most 40 s. */
  stop(): Promise<void>;
}

const startWithinMs = 60_000;
const stopWithinMs = 20_000;
const keepLogBytes = 10_000_000;

/** Starts the server and resolves when it takes connections. Throws FolderInUseError or PostgresError. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = path.resolve(options.dataDir, 'postgres');
  await mkdir(home, { recursive: true });
  const unlock = await lockFolder(home);
  try {
    const foundLeftover = await stopLeftover(path.join(home, 'cluster'));
    const programs = await findPrograms(home);
    const cluster = await openCluster(home, programs, options.port);
    const child = await launch(programs, cluster, options.settings ?? {});
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      url: `postgresql://asterion:${cluster.password}@127.0.0.1:${cluster.port}/postgres`,
      pid: child.pid ?? 0,
      logFile: cluster.logFile,
      foundLeftover,
      ended,
      stop: async () => {
        await stopServer(child, ended);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function settingsOf(cluster: Cluster): Record<string, string> {
  const memoryMb = totalmem() / 1_048_576;
  return {
    listen_addresses: '127.0.0.1',
    // No socket file: its path has a length limit and would collide between servers.
    unix_socket_directories: '',
    port: String(cluster.port),
    max_connections: '200',
    shared_buffers: `${Math.round(Math.min(256, Math.max(32, memoryMb / 16)))}MB`,
    max_wal_size: '1GB',
    // Containers give 64 MB of shared memory, too little for parallel plans, and no query here needs one.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // A statement may hold a prompt: errors are logged, their statements are not.
    log_min_error_statement: 'panic',
  };
}

async function launch(
  programs: Programs,
  cluster: Cluster,
  extra: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const size = await stat(cluster.logFile)
    .then((file) => file.size)
    .catch(() => 0);
  if (size > keepLogBytes) await rename(cluster.logFile, `${cluster.logFile}.old`);
  const settings = Object.entries({ ...settingsOf(cluster), ...extra }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const until = Date.now() + startWithinMs;
  for (;;) {
    const log = await open(cluster.logFile, 'a', 0o600);
    const from = (await log.stat()).size;
    const child = startProgram(programs, programs.postgres, ['-D', cluster.folder, ...settings], {
      stdio: ['ignore', log.fd, log.fd],
    });
    const isUp = await becomesReady(child, cluster, until);
    await log.close();
    if (isUp) return child;
    const said = (await readFile(cluster.logFile, 'utf8')).slice(from);
    // The backends of a server that was killed need a moment to notice and leave.
    if (!said.includes('shared memory block') || Date.now() > until) {
      throw new PostgresError(
        `PostgreSQL did not start; its log ${cluster.logFile} ends with:\n${said.trim().split('\n').slice(-5).join('\n')}`,
      );
    }
    await wait(250);
  }
}

// The eighth line of the server's own file says when it takes connections: pg_ctl looks at the same place.
async function becomesReady(child: ChildProcess, cluster: Cluster, until: number): Promise<boolean> {
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['error', 'exit'] as const) {
      child.once(event, () => {
        hasEnded = true;
        resolve();
      });
    }
  });
  while (!hasEnded && Date.now() < until) {
    const lines = (await readFile(path.join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await Promise.race([wait(20), ended]);
  }
  if (!hasEnded) child.kill('SIGQUIT');
  return false;
}

async function stopServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const timer = new AbortController();
    await Promise.race([
      ended,
      wait(stopWithinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined),
    ]);
    timer.abort();
  }
}
