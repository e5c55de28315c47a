// What a person puts away leaves the field and stays everywhere else; it comes back whole.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { ArchiveAnswer, RestoreAnswer } from '#lib/domain/prompts/archive.ts';
import { type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

/**
 * Puts prompts away, each with everything that continues it: a tree without its root would say that the rest begins
 * there. What is still at work, or continued by something at work, is kept. Others' prompts are left out without a word.
 */
export async function archivePrompts(
  db: Database,
  viewer: Viewer,
  promptIds: readonly string[],
): Promise<ArchiveAnswer> {
  const [answer] = await inTransaction(db, (tx) =>
    run<{ archived: string[]; kept: string[] }>(tx, archiveStatement, [
      viewer.orgId,
      viewer.userId,
      promptIds,
      `user:${viewer.userId}`,
    ]),
  );
  if (answer === undefined || answer.archived.length > 0) db.notifier.note(channels.event);
  return answer ?? { archived: [], kept: [] };
}

/** Brings prompts back, each with what it continues and what continues it. */
export async function restorePrompts(
  db: Database,
  viewer: Viewer,
  promptIds: readonly string[],
): Promise<RestoreAnswer> {
  const [answer] = await inTransaction(db, (tx) =>
    run<{ restored: string[] }>(tx, restoreStatement, [
      viewer.orgId,
      viewer.userId,
      promptIds,
      `user:${viewer.userId}`,
    ]),
  );
  if (answer === undefined || answer.restored.length > 0) db.notifier.note(channels.event);
  return answer ?? { restored: [] };
}

const asked = `
asked as materialized (
  select id, parent_id from entity where id = any($3::uuid[]) and kind = 'prompt' and org_id = $1 and created_by = $2
)`;

/** Raises the version of each prompt's current job, so that the change travels like any other. */
const touched = (changed: string) => `
touched as (
  update job j set version = version + 1, updated_at = db_now() from ${changed} c where j.prompt_id = c.id and j.state <> 'superseded'
)`;

const audited = (action: 'archive' | 'restore', changed: string) => `
audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id) select $1, $4, '${action}', 'prompt', id from ${changed}
)`;

// Touches: the current jobs of whole branches, locked in the order of their ids, and their prompts. A retry that holds one
// of the jobs is waited for; its new job is seen as work only by the next statement, and brings the prompt back itself.
const archiveStatement: Statement = {
  name: 'archive_prompts',
  text: `
with recursive ${asked}, branch as (
  select id as root, id from asked
  union
  select b.root, c.id from branch b join entity c on c.parent_id = b.id and c.kind = 'prompt'
), held as materialized (
  select j.prompt_id, j.state from job j where j.prompt_id in (select id from branch) and j.state <> 'superseded' order by j.id for update
), busy as materialized (
  select distinct b.root from branch b join held h on h.prompt_id = b.id where h.state in ('queued', 'running')
), chosen as materialized (
  select distinct id from branch where root not in (select root from busy)
), gone as (
  update entity e set archived_at = db_now() from chosen c where e.id = c.id and e.archived_at is null returning e.id
), ${touched('gone')}, ${audited('archive', 'gone')}
select array(select id from gone) as archived, array(select root from busy) as kept`,
};

const restoreStatement: Statement = {
  name: 'restore_prompts',
  text: `
with recursive ${asked}, up as (
  select id, parent_id from asked
  union
  select p.id, p.parent_id from up join entity p on p.id = up.parent_id
), down as (
  select id from asked
  union
  select c.id from down join entity c on c.parent_id = down.id and c.kind = 'prompt'
), back as (
  update entity e set archived_at = null where e.id in (select id from up union select id from down) and e.archived_at is not null returning e.id
), ${touched('back')}, ${audited('restore', 'back')}
select array(select id from back) as restored`,
};
