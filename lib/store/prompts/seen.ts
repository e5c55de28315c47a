// That a person has seen an answer: kept here and not in a browser, so that every device agrees.
import type { Viewer } from '#lib/auth/viewer.ts';
import { type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

/** Marks settled, unread answers of the viewer as seen; how many changed. Others, and those seen before, are left alone. */
export async function markSeen(db: Database, viewer: Viewer, promptIds: readonly string[]): Promise<number> {
  const marked = await inTransaction(db, (tx) => run(tx, seenStatement, [viewer.orgId, viewer.userId, promptIds]));
  if (marked.length > 0) db.notifier.note(channels.event);
  return marked.length;
}

// The job's version is raised with it, so that the change travels like any other.
const seenStatement: Statement = {
  name: 'mark_seen',
  text: `
with held as materialized (
  select j.id, j.prompt_id from job j join entity p on p.id = j.prompt_id
  where j.prompt_id = any($3::uuid[]) and j.state = 'succeeded' and j.org_id = $1 and j.created_by = $2 and p.seen_at is null
  order by j.id for update of j
), marked as (
  update entity e set seen_at = db_now() from held where e.id = held.prompt_id
)
update job j set version = version + 1, updated_at = db_now() from held where j.id = held.id returning j.id`,
};
