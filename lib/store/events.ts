// The event log and its commit-ordered cursor: no committed event is ever skipped.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { DropRow } from '#lib/domain/drop.ts';
import type { Cursor } from '#lib/domain/event.ts';
import { type Database, run, type Statement } from './client.ts';
import { type DropColumns, dropColumns, dropOf } from './rows.ts';

// Why (xid, seq) and a horizon: two transactions commit out of order, so a reader that remembers "the last seq I saw"
// skips the one that commits later with a lower seq. Every transaction below pg_snapshot_xmin has ended, so what is
// below it is complete; (xid, seq) is the key of both filter and order.

/** One event of the log as viewers may see it. */
export interface LoggedEvent {
  readonly xid: string;
  readonly seq: string;
  /** Below the horizon: the cursor may pass it. An event above it may be sent at once, but will be read again. */
  readonly settled: boolean;
  readonly viewer: Viewer;
  readonly row: DropRow;
}

export interface EventPage {
  /** In (xid, seq) order. */
  readonly events: LoggedEvent[];
  /** Everything below is in this page or was before it, when the page was not cut off by its limit. */
  readonly horizon: Cursor;
  /** The cursor is older than the retained log, or of another cluster: refetch instead. */
  readonly reset: boolean;
  /** More events stand behind this page. */
  readonly more: boolean;
}

interface EventColumns extends DropColumns {
  readonly xid: string;
  readonly seq: string;
  readonly settled: boolean;
  readonly org_id: number;
  readonly created_by: number;
}

interface Horizon {
  readonly epoch: string;
  readonly xid: string;
  readonly newest: string;
  readonly pruned_xid: string;
  readonly pruned_seq: string;
  readonly now: string;
}

/** The place in the log up to which everything has been seen by a reader that reads current rows now. */
export async function currentCursor(db: Database): Promise<Cursor> {
  return cursorAt(await readHorizon(db));
}

function cursorAt({ epoch, xid }: Horizon): Cursor {
  return { epoch, xid, seq: '0' };
}

// The horizon is read before the events: what commits in between is above it and read again next time, never lost.
async function readHorizon(db: Database): Promise<Horizon> {
  const [row] = await run<Horizon & Record<string, unknown>>(db, horizonStatement, []);
  if (row === undefined)
    throw new Error('the event_log table has lost its one row; run the migrations on a fresh database');
  return row;
}

const horizonStatement: Statement = {
  name: 'event_horizon',
  text: `
select event_epoch() as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as xid, pg_snapshot_xmax(pg_current_snapshot())::text as newest,
  pruned_xid::text, pruned_seq::text, db_now() as now from event_log`,
};

/** True when `after` cannot be continued: other cluster, pruned away, or from a future this cluster has not seen. */
function isStale(after: Cursor, horizon: Horizon): boolean {
  if (after.epoch !== horizon.epoch) return true;
  const [xid, pruned] = [BigInt(after.xid), BigInt(horizon.pruned_xid)];
  if (xid > BigInt(horizon.newest)) return true;
  return xid < pruned || (xid === pruned && BigInt(after.seq) < BigInt(horizon.pruned_seq));
}

/** Events after a cursor, of every viewer or of one. */
export async function readEvents(
  db: Database,
  { after, limit = 1_000, viewer }: { after: Cursor; limit?: number; viewer?: Viewer },
): Promise<EventPage> {
  const horizon = await readHorizon(db);
  if (isStale(after, horizon)) return { events: [], horizon: cursorAt(horizon), reset: true, more: false };
  const rows = await run<EventColumns & Record<string, unknown>>(db, readStatement, [
    after.xid,
    after.seq,
    horizon.xid,
    limit,
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
  ]);
  const events = rows.map((row) => ({
    xid: row.xid,
    seq: row.seq,
    settled: row.settled,
    viewer: { orgId: row.org_id, userId: row.created_by },
    row: dropOf(row),
  }));
  return { events, horizon: cursorAt(horizon), reset: false, more: rows.length === limit };
}

const readStatement: Statement = {
  name: 'read_events',
  text: `
select e.xid::text as xid, e.seq::text as seq, e.xid < $3::xid8 as settled, e.org_id, e.created_by, ${dropColumns('e.job_id', 'row_state(e.logged)')}
from (
  select xid, seq, org_id, created_by, job_id, prompt_id, response_id, event as logged from event
  where (xid, seq) > ($1::xid8, $2::bigint) and prompt_id is not null and state <> 'superseded'
    and ($5::bigint is null or org_id = $5 and created_by = $6::bigint)
  order by xid, seq limit $4
) e join entity p on p.id = e.prompt_id left join entity r on r.id = e.response_id
order by e.xid, e.seq`,
};

/** Prompts of a viewer with an event after the cursor; null when the cursor is stale. */
export async function changedPrompts(
  db: Database,
  viewer: Viewer,
  after: Cursor,
): Promise<{ ids: string[] | null; asOf: Cursor; now: string }> {
  const horizon = await readHorizon(db);
  const asOf = cursorAt(horizon);
  if (isStale(after, horizon)) return { ids: null, asOf, now: horizon.now };
  const rows = await run<{ id: string }>(db, changedStatement, [after.xid, after.seq, viewer.orgId, viewer.userId]);
  return { ids: rows.map(({ id }) => id), asOf, now: horizon.now };
}

const changedStatement: Statement = {
  name: 'changed_prompts',
  text: `
select distinct prompt_id as id from event
where (xid, seq) > ($1::xid8, $2::bigint) and org_id = $3 and created_by = $4 and prompt_id is not null`,
};

/** The cursor and the database's clock, for a reader that is about to read current rows. */
export async function startOfReading(db: Database): Promise<{ asOf: Cursor; now: string }> {
  const horizon = await readHorizon(db);
  return { asOf: cursorAt(horizon), now: horizon.now };
}

/** What had ended when a reader last looked: every transaction below `xmax` except the `open` ones. */
export interface TailPlace {
  readonly epoch: string;
  readonly xmax: string;
  readonly open: readonly string[];
}

export interface Tail {
  /** Handed in at the next look. */
  readonly place: TailPlace;
  /** In (xid, seq) order. */
  readonly events: readonly Omit<LoggedEvent, 'settled'>[];
  /** Safe to resume from once `events` have been passed on. */
  readonly cursor: Cursor;
  /** The log is not the one of the last look any more (other cluster, or set back): what is known may be wrong. */
  readonly reset: boolean;
  /** Cut off by the limit: the reader is too far behind to go on from here. */
  readonly more: boolean;
}

interface TailColumns extends Omit<EventColumns, 'settled' | 'xid' | 'seq'> {
  readonly epoch: string;
  readonly snapshot: string;
  readonly xid: string | null;
  readonly seq: string | null;
}

/**
 * Events of all viewers that became visible since the last look: each once, as soon as it has committed, whatever other
 * transactions are still open. Without `after` only the place to start from.
 */
export async function readTail(db: Database, after: TailPlace | null, limit = 20_000): Promise<Tail> {
  const rows = await run<TailColumns & Record<string, unknown>>(db, tailStatement, [
    after?.xmax ?? null,
    after?.open ?? [],
    limit,
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('the event_log table has lost its one row');
  const [xmin = '0', xmax = '0', open = ''] = first.snapshot.split(':');
  const { epoch } = first;
  const reset = after !== null && (after.epoch !== epoch || BigInt(xmax) < BigInt(after.xmax));
  return {
    place: { epoch, xmax, open: open === '' ? [] : open.split(',') },
    events: reset ? [] : rows.flatMap(tailEventOf),
    cursor: { epoch, xid: xmin, seq: '0' },
    reset,
    more: rows.length === limit,
  };
}

function tailEventOf({ xid, seq, ...row }: TailColumns): Omit<LoggedEvent, 'settled'>[] {
  if (xid === null || seq === null) return [];
  return [{ xid, seq, viewer: { orgId: row.org_id, userId: row.created_by }, row: dropOf(row) }];
}

// The snapshot is the statement's own, so "visible now" and "written down as seen" are one and the same. Both arms are
// ranges of the primary key: what began since the last look, and what was open then.
const tailStatement: Statement = {
  name: 'read_tail',
  text: `
select s.epoch, s.snapshot, e.xid::text as xid, e.seq::text as seq, e.org_id, e.created_by, ${dropColumns('e.job_id', 'row_state(e.logged)')}
from (select event_epoch() as epoch, pg_current_snapshot()::text as snapshot) s
left join (
  select *, event as logged from event where xid >= $1::xid8
  union all
  select *, event as logged from event where xid = any($2::xid8[]) and xid < $1::xid8
) e on e.prompt_id is not null and e.state <> 'superseded'
left join entity p on p.id = e.prompt_id left join entity r on r.id = e.response_id
order by e.xid, e.seq limit $3`,
};
