// Queued jobs that may not be claimed yet (backoff, schedule, dependency), and the moment they may.
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';
import { isOutage } from '#lib/store/outage.ts';
import { dependenciesMet } from './dependants.ts';

/**
 * Makes up to `limit` due jobs claimable; how many there were. Idempotent, safe in every worker at once. Rows that cannot
 * be written keep no other from its time: those are made ready first, then the first of their errors is thrown.
 */
export async function makeDueReady(db: Database, limit = 1_000): Promise<number> {
  try {
    return await makeReady(db, limit, null);
  } catch (error) {
    if (isOutage(error)) throw error;
    await makeReadyOneByOne(db, limit);
    throw error;
  }
}

async function makeReady(db: Database, limit: number, only: readonly string[] | null): Promise<number> {
  const due = await run(db, dueStatement, [limit, only]);
  if (due.length > 0) db.notifier.note(channels.ready);
  return due.length;
}

async function makeReadyOneByOne(db: Database, limit: number): Promise<void> {
  for (let page: readonly string[] | undefined; page === undefined || page.length === limit; ) {
    const rows = await run<{ id: string }>(db, findDueStatement, [limit, page?.at(-1) ?? firstId]);
    page = rows.map(({ id }) => id);
    for (const id of page)
      await makeReady(db, 1, [id]).catch((error: unknown) => {
        // The caller hears of the first one; this row stays for the next sweep.
        if (isOutage(error)) throw error;
      });
  }
}

const firstId = '00000000-0000-0000-0000-000000000000';

const findDueStatement: Statement = {
  name: 'find_due',
  text: `
select j.id from job j where j.state = 'queued' and not j.ready and j.id > $2 and ${dependenciesMet}
  and (j.available_at <= db_now() or (j.available_at = 'infinity' and j.depends_on <> '{}'))
order by j.id limit $1`,
};

// Touches: waiting rows whose time has come, and rows whose dependencies are all met although nobody woke them.
// The six public states do not change, so no version is raised and no event is written.
const dueStatement: Statement = {
  name: 'make_due_ready',
  text: `
with timed as materialized (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at <= db_now() and ($2::uuid[] is null or j.id = any($2)) and ${dependenciesMet}
  order by j.available_at limit $1 for update of j skip locked
), freed as materialized (
  select j.id from job j where j.state = 'queued' and not j.ready and j.available_at = 'infinity' and j.depends_on <> '{}' and ($2::uuid[] is null or j.id = any($2)) and ${dependenciesMet}
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
