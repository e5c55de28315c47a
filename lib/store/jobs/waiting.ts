// Queued jobs that may not be claimed yet (backoff, schedule, dependency), and the moment they may.
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';
import { dependenciesMet } from './dependants.ts';

/** Makes up to `limit` due jobs claimable; how many there were. Idempotent, safe in every worker at once. */
export async function makeDueReady(db: Database, limit = 1_000): Promise<number> {
  const due = await run(db, dueStatement, [limit]);
  if (due.length > 0) db.notifier.note(channels.ready);
  return due.length;
}

// Touches: waiting rows whose time has come, and rows whose dependencies are all met although nobody woke them.
// The six public states do not change, so no version is raised and no event is written.
const dueStatement: Statement = {
  name: 'make_due_ready',
  text: `
with timed as materialized (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at <= db_now() and ${dependenciesMet}
  order by j.available_at limit $1 for update of j skip locked
), freed as materialized (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at = 'infinity' and j.depends_on <> '{}' and ${dependenciesMet}
  limit $1 for update of j skip locked
), due as (
  select id from timed union select id from freed
)
update job j set ready = true, available_at = least(j.available_at, greatest(coalesce(j.scheduled_for, db_now()), db_now())), updated_at = db_now()
from due where j.id = due.id returning j.id`,
};

/** Milliseconds until the next waiting job is due by the database's clock; null when none has a time. Never negative. */
export async function nextDueInMs(db: Database): Promise<number | null> {
  const [row] = await run<{ ms: number | null }>(db, nextStatement, []);
  return row?.ms ?? null;
}

// greatest() ignores nulls: without the filter an empty queue would be due at once, for ever.
const nextStatement: Statement = {
  name: 'next_due',
  text: `
select greatest(0, extract(epoch from next_at - db_now()) * 1000)::float8 as ms
from (select min(available_at) as next_at from job where state = 'queued' and not ready and available_at < 'infinity') due
where next_at is not null`,
};
