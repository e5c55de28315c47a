// The processes that work: their rows, their leases, their end.
import type { JobKind } from '#lib/domain/job.ts';
import type { LaneLimit } from '#lib/domain/lanes/lane.ts';
import { type Database, run, type Statement } from './client.ts';
import { channels } from './notifier.ts';

export interface WorkerStart {
  /** New and random at every process start. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly slots: number;
  readonly kinds: readonly JobKind[];
  /** Models this worker can call, for the model picker. */
  readonly models: readonly WorkerModel[];
  /** The limits it keeps, told to whoever explains why a job waits. */
  readonly limits?: readonly LaneLimit[] | undefined;
  /** Of the product it runs. */
  readonly version?: string | undefined;
  readonly leaseMs: number;
}

export interface WorkerModel {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly is_demo: boolean;
}

export async function registerWorker(
  db: Database,
  { id, host, pid, slots, kinds, models, limits = [], version = '', leaseMs }: WorkerStart,
): Promise<void> {
  await run(db, registerStatement, [
    id,
    host,
    pid,
    slots,
    kinds,
    JSON.stringify(models),
    leaseMs,
    JSON.stringify(limits),
    version,
  ]);
}

const registerStatement: Statement = {
  name: 'register_worker',
  text: `
with born as (
  insert into worker (id, host, pid, slots, kinds, models, lease_until, limits, version)
  values ($1, $2, $3, $4, $5, $6, db_now() + make_interval(secs => $7::float8 / 1000), $8, $9) returning id, beat_at
)
insert into worker_beat (worker_id, from_at, to_at) select id, beat_at, beat_at from born`,
};

/** No more claims for this worker; what it holds goes on. */
export async function drainWorker(db: Database, workerId: string): Promise<void> {
  await run(
    db,
    { name: 'drain_worker', text: `update worker set state = 'draining' where id = $1 and state = 'active'` },
    [workerId],
  );
}

/** A drained worker claims again. */
export async function undrainWorker(db: Database, workerId: string): Promise<void> {
  await run(
    db,
    { name: 'undrain_worker', text: `update worker set state = 'active' where id = $1 and state = 'draining'` },
    [workerId],
  );
  db.notifier.note(channels.ready);
}

/** The worker has ended: its lease is over, and what it may still hold can be reclaimed. Its row stays a day for the operators' view. */
export async function retireWorker(db: Database, workerId: string): Promise<void> {
  await run(
    db,
    { name: 'retire_worker', text: `update worker set state = 'stopped', lease_until = db_now() where id = $1` },
    [workerId],
  );
}

/** Removes rows of workers that ended over a day ago and hold no job: a dead worker's row is the last thing to go. */
export async function pruneWorkers(db: Database): Promise<void> {
  await run(
    db,
    {
      name: 'prune_workers',
      text: `
delete from worker w where w.lease_until < db_now() - interval '1 day'
  and not exists (select 1 from job j where j.state = 'running' and j.worker_claim = w.id)`,
    },
    [],
  );
}

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly slots: number;
  readonly kinds: JobKind[];
  readonly models: WorkerModel[];
  readonly state: 'active' | 'draining' | 'stopped';
  readonly startedAt: string;
  readonly beatAt: string;
  readonly isAlive: boolean;
  readonly running: number;
}

/** Every known worker, the last to beat first, with the jobs it holds (counted from the running rows). */
export function listWorkers(db: Database): Promise<WorkerRow[]> {
  return run<WorkerRow & Record<string, unknown>>(
    db,
    {
      name: 'list_workers',
      text: `
select w.id, w.host, w.pid, w.slots, w.kinds, w.models, w.state, w.started_at as "startedAt", w.beat_at as "beatAt",
  w.state <> 'stopped' and w.lease_until > db_now() as "isAlive",
  (select count(*) from job j where j.state = 'running' and j.worker_claim = w.id) as running
from worker w order by w.beat_at desc limit 200`,
    },
    [],
  );
}
