// Numbers about the whole queue, for health and operators.
import type { JobKind, JobState } from '#lib/domain/job.ts';
import { type Database, run, type Statement } from './client.ts';

export interface Health {
  /** The database's clock. */
  readonly now: string;
  readonly workersAlive: number;
  readonly slots: number;
  /** The last beat of any worker; null when none was ever seen. */
  readonly lastBeatAt: string | null;
  /** How long the oldest claimable job has been waiting for a worker, ms; null when none waits. */
  readonly oldestReadyMs: number | null;
  readonly queued: number;
  readonly running: number;
}

/** One cheap look: small partial indexes only, whatever the number of finished rows. */
export async function readHealth(db: Database): Promise<Health> {
  const [row] = await run<Health & Record<string, unknown>>(db, healthStatement, []);
  if (row === undefined) throw new Error('the health statement returned no row');
  return row;
}

// The oldest is the oldest of the heads of each lane and rank: a look each, where sorting a million ready rows took 100 ms.
const healthStatement: Statement = {
  name: 'read_health',
  text: `
select db_now() as now,
  (select count(*) from worker where state <> 'stopped' and lease_until > db_now()) as "workersAlive",
  (select coalesce(sum(slots), 0) from worker where state <> 'stopped' and lease_until > db_now()) as slots,
  (select max(beat_at) from worker) as "lastBeatAt",
  (select greatest(0, extract(epoch from db_now() - oldest.at) * 1000)::float8 from (
    select min(head.available_at) as at from lane l cross join generate_series(0, 100) r cross join lateral (
      select j.available_at from job j where j.state = 'queued' and j.ready and j.lane = l.name and j.rank = r order by j.available_at, j.id limit 1
    ) head
  ) oldest where oldest.at is not null) as "oldestReadyMs",
  (select count(*) from job where state = 'queued' and ready) + (select count(*) from job where state = 'queued' and not ready) as queued,
  (select count(*) from job where state = 'running') as running`,
};

export interface StateCount {
  readonly kind: JobKind;
  readonly state: JobState;
  readonly count: number;
}

/** Jobs by kind and state, superseded ones included. Reads the whole table: for operators, not for every page view. */
export async function countJobs(db: Database): Promise<StateCount[]> {
  const groups = await db.prisma.job.groupBy({
    by: ['kind', 'state'],
    _count: true,
    orderBy: [{ kind: 'asc' }, { state: 'asc' }],
  });
  // Both are CHECKed against the same lists in the database.
  return groups.map(({ kind, state, _count }) => ({ kind: kind as JobKind, state: state as JobState, count: _count }));
}

export interface Percentiles {
  readonly orgId: number;
  readonly jobs: number;
  readonly waitP50Ms: number;
  readonly waitP95Ms: number;
  readonly runP50Ms: number;
  readonly runP95Ms: number;
  /** Failed ÷ ended, 0..1. */
  readonly errorRate: number;
}

/** Waiting and running times per org over jobs that ended in the last `hours`. A wait counts from when the job could have run. */
export function readPercentiles(db: Database, hours = 24): Promise<Percentiles[]> {
  return run<Percentiles & Record<string, unknown>>(db, percentileStatement, [hours]);
}

const percentileStatement: Statement = {
  name: 'read_percentiles',
  text: `
select org_id as "orgId", count(*) as jobs,
  coalesce(percentile_cont(0.5) within group (order by wait), 0)::float8 as "waitP50Ms", coalesce(percentile_cont(0.95) within group (order by wait), 0)::float8 as "waitP95Ms",
  coalesce(percentile_cont(0.5) within group (order by ran), 0)::float8 as "runP50Ms", coalesce(percentile_cont(0.95) within group (order by ran), 0)::float8 as "runP95Ms",
  (count(*) filter (where outcome = 'failed'))::float8 / count(*) as "errorRate"
from (
  select org_id, coalesce(superseded_from, state) as outcome,
    greatest(0, extract(epoch from first_started_at - greatest(created_at, scheduled_for)) * 1000) as wait,
    greatest(0, extract(epoch from finished_at - started_at) * 1000) as ran
  from job where finished_at > db_now() - make_interval(hours => $1)
) j group by org_id order by org_id`,
};
