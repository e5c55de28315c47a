// The field of one viewer: every prompt with its current job, whole or only what changed.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { DropRow } from '#lib/domain/drop.ts';
import type { Cursor } from '#lib/domain/event.ts';
import { type Database, run, type Statement } from './client.ts';
import { changedPrompts, startOfReading } from './events.ts';
import { type DropColumns, dropColumns, dropOf } from './rows.ts';

export interface FieldPage {
  /** In (created_at, id) order. */
  readonly rows: DropRow[];
  /** Where to go on: what changed while this was read is read again then, never missed. */
  readonly asOf: Cursor;
  /** The database's clock. */
  readonly now: string;
  /** These rows are all there is: forget what was known. */
  readonly reset: boolean;
}

/** Newest prompts a whole field shows; older ones are found by search and in their threads. */
const fieldLimit = 5_000;

/** The viewer's prompts; with `since` only those that changed after it. */
export async function readField(db: Database, viewer: Viewer, { since }: { since?: Cursor } = {}): Promise<FieldPage> {
  if (since !== undefined) {
    const { ids, asOf, now } = await changedPrompts(db, viewer, since);
    if (ids !== null)
      return { rows: ids.length === 0 ? [] : await readDrops(db, viewer, ids), asOf, now, reset: false };
  }
  // The cursor is taken before the rows are read, so it is never ahead of them.
  const { asOf, now } = await startOfReading(db);
  const rows = await run<DropColumns & Record<string, unknown>>(db, wholeStatement, [
    viewer.orgId,
    viewer.userId,
    fieldLimit,
  ]);
  return { rows: rows.map(dropOf).reverse(), asOf, now, reset: true };
}

/** Whose prompts are read: one viewer's, or with `userId` null those of everybody in the org. */
export interface Readable {
  readonly orgId: number;
  readonly userId: number | null;
}

/** Current rows of named prompts, put away or not; others are left out. */
export async function readDrops(db: Database, viewer: Readable, promptIds: readonly string[]): Promise<DropRow[]> {
  const rows = await run<DropColumns & Record<string, unknown>>(db, namedStatement, [
    viewer.orgId,
    viewer.userId,
    promptIds,
  ]);
  return rows.map(dropOf);
}

const from = `
from entity p join job j on j.prompt_id = p.id and j.state <> 'superseded' left join entity r on r.id = j.response_id
where p.kind = 'prompt' and p.org_id = $1`;

const wholeStatement: Statement = {
  name: 'read_field',
  text: `select ${dropColumns('j.id', 'job_row_state(j)')} ${from} and p.created_by = $2
    and p.archived_at is null order by p.created_at desc, p.id desc limit $3`,
};

const namedStatement: Statement = {
  name: 'read_drops',
  text: `select ${dropColumns('j.id', 'job_row_state(j)')} ${from}
    and ($2::bigint is null or p.created_by = $2) and p.id = any($3::uuid[]) order by p.created_at, p.id`,
};
