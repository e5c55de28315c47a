// Retention: ended jobs go to the archive in small batches, and the event log is cut behind what readers still need.
import type { Viewer } from '#lib/auth/viewer.ts';
import { type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';

/** Prompts whose jobs are moved in one transaction: short locks, short snapshots. */
const batchSize = 500;

/**
 * Archives every job that ended before `before` (ISO 8601) together with the older runs of the same prompt. A prompt's
 * text and answers stay where they are. Jobs something still waits for, or whose prompt has a younger run, stay.
 * @returns how many jobs were moved; `onBatch` hears of progress.
 */
export async function archiveJobs(
  db: Database,
  before: string,
  onBatch: (moved: number) => void = () => undefined,
): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await archivePart(db, null, before);
    total += moved;
    if (moved === 0) return total;
    onBatch(total);
  }
}

/** One batch of the same; 0 when there is nothing left. A null viewer is the operator of every org. */
export async function archivePart(db: Database, viewer: Viewer | null, before: string): Promise<number> {
  const values = [before, batchSize, viewer?.orgId ?? null];
  const [batch] = await inTransaction(db, (tx) => run<{ moved: number }>(tx, archiveStatement, values));
  return batch?.moved ?? 0;
}

/** How many of the org's jobs ended before `before`, older runs of the same prompts included. */
export async function countOldJobs(db: Database, viewer: Viewer, before: string): Promise<number> {
  const [row] = await run<{ jobs: number }>(db, countStatement, [before, viewer.orgId]);
  return row?.jobs ?? 0;
}

// The BRIN index on finished_at finds what is old; a prompt's older runs ended before its newest.
const countStatement: Statement = {
  name: 'count_old_jobs',
  text: `
select count(*) as jobs from job j where j.finished_at < $1::timestamptz and j.org_id = $2 and (j.state <> 'superseded'
  or exists (select 1 from job c where c.prompt_id = j.prompt_id and c.finished_at < $1::timestamptz and c.state <> 'superseded'))`,
};

// Touches: whole groups of ended rows (all runs of one prompt, or one job without a prompt), locked FOR UPDATE; a group
// with a row that somebody else holds is left for the next batch.
const archiveStatement: Statement = {
  name: 'archive_jobs',
  text: `
with candidate as materialized (
  select j.id, j.prompt_id from job j
  where j.finished_at < $1::timestamptz and j.state in ('succeeded', 'failed', 'cancelled') and ($3::bigint is null or j.org_id = $3)
    and not exists (select 1 from job w where w.state = 'queued' and w.depends_on <> '{}' and w.depends_on @> array[j.id])
    and not exists (select 1 from job c where c.parent_job_id = j.id and c.finished_at is null)
  order by j.finished_at limit $2 for update skip locked
), member as materialized (
  select id from candidate
  union
  select j.id from candidate c join job j on j.prompt_id = c.prompt_id
), kept as (
  insert into job_archive (id, org_id, created_by, prompt_id, finished_at, details)
  select j.id, j.org_id, j.created_by, j.prompt_id, j.finished_at, to_jsonb(j) || jsonb_build_object(
    'attempts', (select coalesce(jsonb_agg(to_jsonb(a) order by a.claim), '[]') from job_attempt a where a.job_id = j.id),
    'ledger', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from ledger l where l.job_id = j.id))
  from job j where j.id in (select id from member)
), loosened as (
  update job set parent_job_id = null where parent_job_id in (select id from member) and id not in (select id from member)
), gone as (
  delete from job where id in (select id from member) returning id
)
select count(*) as moved from gone`,
};

/** Removes events older than `days`; a reader whose cursor is older is told to start again. @returns how many went. */
export async function pruneEvents(db: Database, days: number): Promise<number> {
  const [cut] = await inTransaction(db, (tx) => run<{ gone: number }>(tx, pruneStatement, [days]));
  return cut?.gone ?? 0;
}

// The marker is moved in the same transaction, so no reader can miss that something is gone.
const pruneStatement: Statement = {
  name: 'prune_events',
  text: `
with last as materialized (
  select xid, seq from event where created_at < db_now() - make_interval(days => $1) and xid < pg_snapshot_xmin(pg_current_snapshot())
  order by xid desc, seq desc limit 1
), gone as (
  delete from event e using last where (e.xid, e.seq) <= (last.xid, last.seq) returning 1
), marked as (
  update event_log set pruned_xid = last.xid, pruned_seq = last.seq from last
)
select count(*) as gone from gone`,
};
