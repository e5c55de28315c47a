// Keeps the words of prompts and answers searchable: read behind the event log, so that no submit and no settle pays for it.
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';

export interface Catch {
  /** Entities whose words were added. */
  readonly added: number;
  /** There is more than one page to do. */
  readonly more: boolean;
}

interface Place {
  readonly snapshot: string;
  readonly filled_to: string | null;
  readonly now: string;
  /** The place is of another log, or the log was cut behind it: what stands there says nothing. */
  readonly is_lost: boolean;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Adds the words of what was committed since the last time, at most `limit` entities at once, the newest page of a
 * backlog last. Idempotent; while somebody else is at it, it does nothing.
 */
export function addSearchEntries(db: Database, limit: number): Promise<Catch> {
  return inTransaction(db, async (tx) => {
    const [place] = await run<Place & Record<string, unknown>>(tx, lockStatement, []);
    if (place === undefined) return { added: 0, more: false };
    if (place.is_lost) {
      await run(tx, moveStatement, [place.now, firstId]);
      return fill(tx, firstId, limit);
    }
    const [news] = await run<{ seen: number; missing: number; added: number }>(tx, followStatement, [
      place.snapshot,
      limit,
    ]);
    const { seen = 0, missing = 0, added = 0 } = news ?? {};
    if (missing > limit) return { added, more: true };
    // Nothing new: the place stays, so that an idle worker writes nothing.
    if (seen > 0) await run(tx, moveStatement, [place.now, place.filled_to]);
    if (place.filled_to === null) return { added, more: false };
    const filled = await fill(tx, place.filled_to, limit);
    return { added: added + filled.added, more: filled.more };
  });
}

async function fill(tx: Connection, from: string, limit: number): Promise<Catch> {
  const [page] = await run<{ found: number; added: number }>(tx, fillStatement, [from, limit]);
  return { added: page?.added ?? 0, more: (page?.found ?? 0) === limit };
}

// The lock is the turn: whoever finds it taken leaves. The snapshot is read with it, before the events: what commits in
// between is read again the next time.
const lockStatement: Statement = {
  name: 'lock_search_place',
  text: `
with held as materialized (
  select epoch, filled_to, (case when epoch = '' then '1:1:' else snapshot end)::pg_snapshot as snapshot from search_place for update skip locked
)
select h.snapshot::text as snapshot, h.filled_to, pg_current_snapshot()::text as now,
  h.epoch <> event_epoch() or pg_snapshot_xmax(h.snapshot) > pg_snapshot_xmax(pg_current_snapshot())
    or not pg_visible_in_snapshot(l.pruned_xid, h.snapshot) as is_lost
from held h cross join event_log l`,
};

const moveStatement: Statement = {
  name: 'move_search_place',
  text: 'update search_place set epoch = event_epoch(), snapshot = $1, filled_to = $2::uuid',
};

const words = `
insert into search_entry (entity_id, org_id, created_by, document)
select e.id, e.org_id, e.created_by, search_document(e.content) from entity e`;

// A prompt comes with the first version of its first job, an answer with the success. From the oldest transaction that was
// open at the last look on, without those whose end had been seen.
const followStatement: Statement = {
  name: 'follow_search',
  text: `
with news as materialized (
  select case when e.state = 'succeeded' then e.response_id when e.version = 1 then e.prompt_id end as id from event e
  where e.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(e.xid, $1::pg_snapshot)
), missing as materialized (
  select distinct n.id from news n where n.id is not null and not exists (select 1 from search_entry s where s.entity_id = n.id) limit $2::int + 1
), added as (
  ${words} where e.id = any(array(select id from missing limit $2::int)) and e.kind in ('prompt', 'response')
  on conflict do nothing returning 1
)
select (select count(*) from news) as seen, (select count(*) from missing) as missing, (select count(*) from added) as added`,
};

// What was there before the log, or before this table: by id, which is the one order that needs no index of its own.
const fillStatement: Statement = {
  name: 'fill_search',
  text: `
with page as materialized (
  select id from entity where id > $1::uuid order by id limit $2
), added as (
  ${words} where e.id = any(array(select id from page)) and e.kind in ('prompt', 'response') on conflict do nothing returning 1
), moved as (
  update search_place set filled_to = case when (select count(*) from page) = $2 then (select id from page order by id desc limit 1) end
)
select (select count(*) from page) as found, (select count(*) from added) as added`,
};
