// Puts failed jobs into their groups: the pattern of each one's message is worked out once and kept.
import type { FailureKind } from '#lib/domain/failure.ts';
import { failurePattern } from '#lib/domain/failures/pattern.ts';
import { type Database, run, type Statement, sqlState } from '#lib/store/client.ts';

/** Rows of one round: a few hundred kilobytes, some ten milliseconds. */
const pageSize = 5_000;

interface Unnoted {
  readonly id: string;
  readonly error_kind: FailureKind;
  readonly message: string;
}

/** Every failed job of the last `withinMs` (null: of all time) has its group when this resolves. @returns how many were new. */
export async function noteFailures(db: Database, withinMs: number | null): Promise<number> {
  let total = 0;
  for (;;) {
    const rows = await run<Unnoted & Record<string, unknown>>(db, unnotedStatement, [withinMs, pageSize]);
    if (rows.length > 0) await note(db, rows);
    total += rows.length;
    if (rows.length < pageSize) return total;
  }
}

async function note(db: Database, rows: readonly Unnoted[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const kinds = rows.map(({ error_kind }) => error_kind);
  const patterns = rows.map(({ message }) => failurePattern(message));
  try {
    await run(db, noteStatement, [ids, kinds, patterns]);
  } catch (error) {
    // The archive took one of them a moment ago: nothing was written, and the next look finds the others.
    if (sqlState(error) !== '23503') throw error;
  }
}

// job_failed holds exactly these rows. Materialized without the limit: for a few rows only, the planner would look up every
// noted job one by one, and most often all of them are noted.
const unnotedStatement: Statement = {
  name: 'unnoted_failures',
  text: `
with unnoted as materialized (
  select j.id from job j
  where j.state = 'failed' and ($1::float8 is null or j.finished_at >= db_now() - $1 * interval '1 millisecond')
    and not exists (select from failure f where f.job_id = j.id)
)
select j.id, j.error_kind, coalesce(j.error_message, '') as message from (select id from unnoted limit $2) u join job j on j.id = u.id`,
};

// Two that note the same job at once write the same row.
const noteStatement: Statement = {
  name: 'note_failures',
  text: `
insert into failure (job_id, pattern, group_id)
select job_id, pattern, substr(md5(kind || chr(10) || pattern), 1, 12)
from unnest($1::uuid[], $2::text[], $3::text[]) as n(job_id, kind, pattern) on conflict do nothing`,
};
