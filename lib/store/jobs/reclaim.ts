// Jobs whose worker is gone are taken back; it races with that worker's own last writes and with other sweeps.
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { cancelDependants } from '#lib/store/jobs/dependants.ts';
import { channels } from '#lib/store/notifier.ts';

export interface Reclaimed {
  readonly jobId: string;
  readonly state: 'queued' | 'failed';
}

/** What one sweep did. `errors` are rows that could not be reclaimed; they stay eligible for the next sweep. */
export interface Sweep {
  readonly reclaimed: Reclaimed[];
  readonly errors: unknown[];
}

/**
 * Takes back running jobs whose worker is gone: its row missing or its lease over. Never looks at elapsed time alone.
 * Goes through all of them, `limit` in a transaction. Idempotent; safe in every worker at once. Bad rows never stop the
 * sweep, nor do they hide what comes after them, however many they are.
 */
export async function reclaimLostJobs(db: Database, { limit = 500 }: { limit?: number } = {}): Promise<Sweep> {
  const sweep: Sweep = { reclaimed: [], errors: [] };
  for (let page: readonly string[] | undefined; page === undefined || page.length === limit; ) {
    // The ids only grow, so rows that stay (bad, or locked by somebody) are not met a second time.
    const rows = await run<{ id: string }>(db, findOrphanedStatement, [limit, page?.at(-1) ?? firstId]);
    page = rows.map(({ id }) => id);
    if (page.length === 0) break;
    const { reclaimed, errors } = await reclaimPage(db, page);
    sweep.reclaimed.push(...reclaimed);
    sweep.errors.push(...errors);
  }
  if (sweep.reclaimed.length > 0) {
    db.notifier.note(channels.ready);
    db.notifier.note(channels.event);
  }
  return sweep;
}

const firstId = '00000000-0000-0000-0000-000000000000';

function reclaimPage(db: Database, ids: readonly string[]): Promise<Sweep> {
  return reclaimTogether(db, ids).then(
    (reclaimed): Sweep => ({ reclaimed, errors: [] }),
    () => reclaimOneByOne(db, ids),
  );
}

async function reclaimTogether(db: Database, ids: readonly string[]): Promise<Reclaimed[]> {
  return inTransaction(db, async (tx: Connection) => {
    const rows = await run<{ jobId: string; state: 'queued' | 'failed' }>(tx, reclaimStatement, [ids]);
    const failed = rows.filter(({ state }) => state === 'failed').map(({ jobId }) => jobId);
    if (failed.length > 0) await cancelDependants(tx, failed);
    return rows;
  });
}

async function reclaimOneByOne(db: Database, ids: readonly string[]): Promise<Sweep> {
  const sweep: Sweep = { reclaimed: [], errors: [] };
  for (const id of ids) {
    try {
      sweep.reclaimed.push(...(await reclaimTogether(db, [id])));
    } catch (error) {
      sweep.errors.push(error);
    }
  }
  return sweep;
}

const ownerGone = `j.state = 'running' and not exists (select 1 from worker w where w.id = j.worker_claim and w.lease_until > db_now())`;

const findOrphanedStatement: Statement = {
  name: 'find_orphaned_jobs',
  text: `select j.id from job j where ${ownerGone} and j.id > $2 order by j.id limit $1`,
};

// Touches: running rows whose owner is gone, re-checked under their row lock; rows locked by another sweep or by a
// finishing worker are skipped and looked at again next time. A worker that comes back later finds its fence broken.
const reclaimStatement: Statement = {
  name: 'reclaim_jobs',
  text: `
with lost as materialized (
  select j.id, j.claim, j.attempt, j.worker_claim, j.claimed_at, j.attempt < j.max_attempts and j.first_started_at > db_now() - interval '15 minutes' as again
  from job j where j.id = any($1::uuid[]) and ${ownerGone} order by j.id for update of j skip locked
), tried as (
  insert into job_attempt (job_id, claim, attempt, worker_id, started_at, finished_at, outcome, error_kind, error_message, output)
  select l.id, l.claim, l.attempt, l.worker_claim, l.claimed_at, db_now(), 'lost', 'worker_crash', 'The worker stopped in the middle of this.',
    (select string_agg(c.content, '' order by c.starts_at) from output_chunk c where c.job_id = l.id and c.claim = l.claim)
  from lost l
  on conflict (job_id, claim) do update set finished_at = excluded.finished_at, outcome = excluded.outcome, error_kind = excluded.error_kind,
    error_message = excluded.error_message, output = excluded.output
)
update job j set state = case when lost.again then 'queued' else 'failed' end, ready = lost.again, worker_claim = null, claimed_at = null,
  attempt = j.attempt + lost.again::int, finished_at = case when lost.again then null else db_now() end,
  error_kind = case when lost.again then 'worker_crash' else 'stuck' end,
  error_message = case when lost.again then 'The worker stopped in the middle of this.' else 'This kept losing its worker and was given up.' end,
  available_at = case when lost.again then db_now() else j.available_at end, version = j.version + 1, updated_at = db_now()
from lost where j.id = lost.id
returning j.id as "jobId", j.state`,
};
