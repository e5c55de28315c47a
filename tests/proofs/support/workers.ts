// Real worker processes under the eyes of a proof: started, killed, stopped, and found again in the tables.
import { expect } from 'vitest';
import type { Database } from '#lib/store/client.ts';
import type { RealProcess } from '#tests/support/child-process.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sql } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';

/** Starts workers and resolves when each of them has registered and lives. */
export async function startWorkers(
  db: Database,
  url: string,
  count: number,
  env: Record<string, string> = {},
): Promise<RealProcess[]> {
  const workers = Array.from({ length: count }, () => startWorkerProcess(url, env));
  const pids = workers.map(({ pid }) => pid);
  await eventually(
    async () => {
      const rows = await sql(
        db,
        `select distinct pid from worker where lease_until > db_now() and state = 'active' and pid = any($1)`,
        [pids],
      );
      if (rows.length < count) throw new Error(`${rows.length} of ${count} workers are registered`);
    },
    { withinMs: 60_000 },
  );
  return workers;
}

/** SIGKILL: no handler, no farewell. */
export async function killHard(worker: RealProcess | undefined): Promise<void> {
  worker?.kill('SIGKILL');
  await worker?.stopped;
}

/** SIGTERM: they end by themselves and without a fault. */
export async function stopWell(...workers: readonly (RealProcess | undefined)[]): Promise<void> {
  for (const worker of workers) worker?.kill('SIGTERM');
  for (const worker of workers) expect(await worker?.stopped, worker?.logs()).toEqual({ code: 0, signal: null });
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
