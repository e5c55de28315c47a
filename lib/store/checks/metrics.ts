// Numbers about the queue that operators ask for and pages do not: by kind, and what errors there were.
import type { FailureKind } from '#lib/domain/failure.ts';
import type { JobKind } from '#lib/domain/job.ts';
import { type Database, run } from '#lib/store/client.ts';

export interface KindMetrics {
  readonly kind: JobKind;
  readonly queued: number;
  readonly running: number;
  /** How long the oldest claimable job of the kind has been waiting, ms; null when none waits. */
  readonly oldestReadyMs: number | null;
  /** Of those that ended in the asked time. */
  readonly ended: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Failed ÷ ended, 0..1; null when none ended. */
  readonly errorRate: number | null;
}

/** Every kind that has a job waiting, running, or ended in the last `hours`. */
export function readKindMetrics(db: Database, hours: number): Promise<KindMetrics[]> {
  return run<KindMetrics & Record<string, unknown>>(
    db,
    {
      name: 'read_kind_metrics',
      text: `
with live as (
  select kind, count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
    min(available_at) filter (where state = 'queued' and ready) as oldest from job where state in ('queued', 'running') group by kind
), past as (
  select kind, count(*) as ended, count(*) filter (where coalesce(superseded_from, state) = 'failed') as failed,
    count(*) filter (where coalesce(superseded_from, state) = 'cancelled') as cancelled
  from job where finished_at > db_now() - make_interval(hours => $1) group by kind
)
select kind, coalesce(l.queued, 0) as queued, coalesce(l.running, 0) as running,
  case when l.oldest is not null then greatest(0, extract(epoch from db_now() - l.oldest) * 1000)::float8 end as "oldestReadyMs",
  coalesce(p.ended, 0) as ended, coalesce(p.failed, 0) as failed, coalesce(p.cancelled, 0) as cancelled, p.failed::float8 / p.ended as "errorRate"
from live l full join past p using (kind) order by kind`,
    },
    [hours],
  );
}

export interface ErrorCount {
  readonly kind: JobKind;
  readonly errorKind: FailureKind;
  /** Attempts that ended so, those that were tried again included. */
  readonly attempts: number;
  readonly lastAt: string;
}

/** What went wrong in the last `hours`, the most frequent first. */
export function countErrors(db: Database, hours: number): Promise<ErrorCount[]> {
  return run<ErrorCount & Record<string, unknown>>(
    db,
    {
      name: 'count_errors',
      text: `
select j.kind, a.error_kind as "errorKind", count(*) as attempts, max(a.finished_at) as "lastAt"
from job_attempt a join job j on j.id = a.job_id
where a.started_at > db_now() - make_interval(hours => $1) and a.error_kind is not null
group by 1, 2 order by 3 desc, 1, 2`,
    },
    [hours],
  );
}
