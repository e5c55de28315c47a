// Pauses: kinds, lanes and providers whose jobs are not claimed for now, set by an operator or by a provider's own request to wait.
import type { PauseRow } from '#lib/domain/operator/pause.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

export interface Pause {
  /** `kind:prompt`, `lane:openai/gpt-5`, `provider:openai`. */
  readonly scope: string;
  /** ISO 8601; null until somebody resumes it. */
  readonly until: string | null;
  readonly reason: string;
  readonly setBy: string;
  readonly createdAt: string;
}

/** The pause as it travels. */
export function pauseRowOf({ scope, until, reason, setBy, createdAt }: Pause): PauseRow {
  return { scope, until, reason, set_by: setBy, created_at: createdAt };
}

export interface PauseRequest {
  readonly scopes: readonly string[];
  /** Milliseconds from now; null until it is resumed. */
  readonly forMs: number | null;
  readonly reason: string;
  readonly setBy: string;
}

/** An operator's pause: what they say replaces whatever was there. Running jobs go on. */
export async function setPause(db: Database, request: PauseRequest): Promise<void> {
  await write(db, request, true);
}

/** A provider asked to be left alone: lengthens a pause, never shortens one. */
export async function prolongPause(db: Database, request: PauseRequest): Promise<void> {
  await write(db, request, false);
}

async function write(db: Database, { scopes, forMs, reason, setBy }: PauseRequest, replace: boolean): Promise<void> {
  await run(db, pauseStatement, [[...scopes].sort(), forMs, reason, setBy, replace]);
  db.notifier.note(channels.pause);
}

// Touches: the rows of these scopes, in order. Two workers that hear 429 at once: the later end stays.
const pauseStatement: Statement = {
  name: 'set_pause',
  text: `
insert into pause (scope, until, reason, set_by)
select s, case when $2::float8 is null then 'infinity' else db_now() + make_interval(secs => $2::float8 / 1000) end, $3, $4
from unnest($1::text[]) s order by s
on conflict (scope) do update set until = excluded.until, reason = excluded.reason, set_by = excluded.set_by, created_at = db_now()
where $5 or pause.until < excluded.until`,
};

/** What is paused now, the longest first. */
export function listPauses(db: Database): Promise<Pause[]> {
  return run<Pause & Record<string, unknown>>(db, listStatement, []);
}

const listStatement: Statement = {
  name: 'list_pauses',
  text: `
select scope, until, reason, set_by as "setBy", created_at as "createdAt" from pause
where pause.until > db_now() order by pause.until desc, scope`,
};

/** Ends a pause, or with null every one; the scopes that were paused. Workers look for work at once. */
export async function liftPauses(db: Database, scope: string | null): Promise<string[]> {
  const lifted = await run<{ scope: string; wasOn: boolean }>(db, liftStatement, [scope]);
  if (lifted.length > 0) db.notifier.note(channels.ready);
  return lifted.filter(({ wasOn }) => wasOn).map((row) => row.scope);
}

const liftStatement: Statement = {
  name: 'lift_pauses',
  text: `delete from pause where $1::text is null or scope = $1 returning scope, until > db_now() as "wasOn"`,
};

/**
 * Removes pauses that are over, and says when the next one ends, ms by the database's clock; null when none has an end.
 * What they held back is claimable again: every worker is told.
 */
export async function pruneOverPauses(
  db: Database,
): Promise<{ readonly over: number; readonly nextInMs: number | null }> {
  const over = await run(db, pruneStatement, []);
  const [next] = await run<{ ms: number | null }>(db, nextStatement, []);
  if (over.length > 0) db.notifier.note(channels.ready);
  return { over: over.length, nextInMs: next?.ms ?? null };
}

const pruneStatement: Statement = {
  name: 'prune_pauses',
  text: 'delete from pause where pause.until <= db_now() returning 1 as gone',
};

// greatest() ignores nulls: without the filter no pause at all would be one that ends at once, for ever.
const nextStatement: Statement = {
  name: 'next_pause_end',
  text: `
select greatest(0, extract(epoch from next_at - db_now()) * 1000)::float8 as ms
from (select min(p.until) as next_at from pause p where p.until < 'infinity') due where next_at is not null`,
};
