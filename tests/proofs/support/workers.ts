// Real worker processes, as an operator starts them, and the facts about them that stand in the tables.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Database } from '#lib/store/client.ts';
import { eventually } from '#tests/support/database.ts';
import { sql } from '#tests/support/jobs.ts';

export interface Worker {
  readonly pid: number;
  send(signal: NodeJS.Signals): void;
  /** SIGKILL: no handler, no farewell. */
  kill(): Promise<void>;
  /** SIGTERM; expects it to end by itself and without a fault. */
  stop(): Promise<void>;
}

/** Short enough for a test, long enough for a busy machine. Retries wait a hundredth of their time. */
export const quickSettings = {
  ASTERION_HEARTBEAT_MS: '250',
  ASTERION_LEASE_MS: '2500',
  ASTERION_RETRY_SCALE: '0.01',
} as const;

const main = fileURLToPath(new URL('../../../worker/main.ts', import.meta.url));
const living = new Set<ChildProcess>();

/** Starts `npm run worker` on this database. Without `settings` it runs at the product's defaults. */
export function startWorker(url: string, settings: Readonly<Record<string, string>> = {}): Worker {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, ASTERION_LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  living.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() =>
    living.delete(child),
  );
  return {
    pid: child.pid ?? 0,
    send: (signal) => child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    },
  };
}

/** For afterEach: no worker outlives its proof. A stopped (SIGSTOP) process dies by SIGKILL as well. */
export async function killWorkers(): Promise<void> {
  const children = [...living];
  const gone = children.map((child) => new Promise<void>((resolve) => child.once('exit', () => resolve())));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(gone);
}

/** Resolves when each of these processes has registered and lives. */
export function allRegistered(db: Database, workers: readonly Worker[]): Promise<unknown> {
  const pids = workers.map(({ pid }) => pid);
  return eventually(
    async () => {
      const rows = await sql(
        db,
        `select distinct pid from worker where lease_until > db_now() and state = 'active' and pid = any($1)`,
        [pids],
      );
      if (rows.length < pids.length) throw new Error(`${rows.length} of ${pids.length} workers are registered`);
    },
    { withinMs: 60_000 },
  );
}

/** Resolves with the process that runs the job, once its model has said something. */
export function speakerOf(db: Database, jobId: string): Promise<number> {
  return eventually(
    async () => {
      const [row] = await sql<{ pid: number }>(
        db,
        `select w.pid from job j join worker w on w.id = j.worker_claim
         where j.id = $1 and j.state = 'running'
           and exists (select 1 from output_chunk c where c.job_id = j.id and c.claim = j.claim)`,
        [jobId],
      );
      if (row === undefined) throw new Error('nobody speaks for the job yet');
      return row.pid;
    },
    { withinMs: 30_000 },
  );
}
