// Figures for whoever watches from outside: small partial indexes and the last minutes, never the whole history.
import type { AttemptOutcome, JobKind } from '#lib/domain/job.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface QueueFigures {
  readonly live: readonly {
    readonly kind: JobKind;
    readonly state: 'ready' | 'waiting' | 'running';
    readonly jobs: number;
  }[];
  readonly oldestReadyMs: number | null;
  /** Attempts that began in the last five minutes; `running` ones have no outcome yet. */
  readonly attempts: readonly {
    readonly kind: JobKind;
    readonly outcome: AttemptOutcome | 'running';
    readonly errorKind: string | null;
    readonly attempts: number;
  }[];
  readonly workers: readonly {
    readonly state: string;
    readonly isAlive: boolean;
    readonly workers: number;
    readonly slots: number;
  }[];
  readonly pauses: number;
  /** Kept events, and how long the oldest transaction that holds the cursor back has been open. */
  readonly horizonMs: number;
  readonly modelCalls: readonly {
    readonly model: string;
    readonly calls: number;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly costUsd: number | null;
  }[];
}

/** Of the whole installation. Nothing in it names a person or holds a text. */
export async function readFigures(db: Database): Promise<QueueFigures> {
  const [row] = await run<QueueFigures & Record<string, unknown>>(db, figuresStatement, []);
  if (row === undefined) throw new Error('the figures statement returned no row');
  return row;
}

// job_claimable, job_waiting and job_running_by_worker hold exactly the live jobs; the BRIN indexes find the last minutes.
const figuresStatement: Statement = {
  name: 'read_figures',
  text: `
select
  (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'state', state, 'jobs', jobs) order by kind, state), '[]') from (
    select kind, 'ready' as state, count(*) as jobs from job where state = 'queued' and ready group by kind
    union all select kind, 'waiting', count(*) from job where state = 'queued' and not ready group by kind
    union all select kind, 'running', count(*) from job where state = 'running' group by kind) live) as live,
  (select case when count(*) > 0 then greatest(0, extract(epoch from db_now() - min(available_at)) * 1000)::float8 end
    from job where state = 'queued' and ready) as "oldestReadyMs",
  (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'outcome', outcome, 'errorKind', error_kind, 'attempts', attempts)), '[]') from (
    select j.kind, coalesce(a.outcome, 'running') as outcome, a.error_kind, count(*) as attempts
    from attempt a join job j on j.id = a.job_id where a.started_at > db_now() - interval '5 minutes'
    group by 1, 2, 3 order by 1, 2, 3) ended) as attempts,
  (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'isAlive', alive, 'workers', workers, 'slots', slots)), '[]') from (
    select state, state <> 'stopped' and lease_until > db_now() as alive, count(*) as workers, sum(slots) as slots from worker
    group by 1, 2 order by 1, 2) w) as workers,
  (select count(*) from pause where pause.until > db_now()) as pauses,
  (select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start) * 1000), 0)::float8 from pg_stat_activity a
    where a.datname = current_database() and a.backend_xid is not null and a.pid <> pg_backend_pid()) as "horizonMs",
  (select coalesce(jsonb_agg(jsonb_build_object('model', model, 'calls', calls, 'tokensIn', tokens_in, 'tokensOut', tokens_out, 'costUsd', cost)), '[]') from (
    select provider || '/' || model as model, count(*) as calls, sum(tokens_in) as tokens_in, sum(tokens_out) as tokens_out, sum(cost_usd) as cost
    from ledger where created_at > db_now() - interval '5 minutes' group by 1 order by 1) l) as "modelCalls"`,
};
