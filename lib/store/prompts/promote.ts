// How firm an answer is: promoted and demoted by people, each step kept in the audit.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobState } from '#lib/domain/job.ts';
import { type ClassAnswer, type StateClass, stepClass } from '#lib/domain/prompts/verdict.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

/** `promoted`: an earlier answer of the prompt is promoted, and would lose that. */
export type ClassOutcome =
  | { readonly ok: true; readonly answer: ClassAnswer }
  | { readonly ok: false; readonly code: 'unknown_prompt' | 'not_settled' | 'promoted' };

export interface ClassStep {
  readonly direction: 'up' | 'down';
  readonly to?: StateClass | undefined;
  readonly confirm?: boolean | undefined;
}

interface Answered {
  readonly state: JobState;
  readonly response_id: string | null;
}

/** Moves the class of the prompt's current answer. Asked twice with the same `to` it changes nothing. */
export async function moveClass(
  db: Database,
  viewer: Viewer,
  promptId: string,
  step: ClassStep,
): Promise<ClassOutcome> {
  const outcome = await inTransaction(db, (tx) => move(tx, viewer, promptId, step));
  if (outcome.ok && !outcome.answer.already) db.notifier.note(channels.event);
  return outcome;
}

async function move(tx: Connection, viewer: Viewer, promptId: string, step: ClassStep): Promise<ClassOutcome> {
  const answered = await lockAnswered(tx, viewer, promptId);
  if (answered === undefined) return { ok: false, code: 'unknown_prompt' };
  const { state, response_id } = answered;
  // By a statement of its own: one that waited for the lock looks through its old snapshot.
  const [response] = await run<{ state_class: StateClass }>(tx, classStatement, [response_id]);
  if (state !== 'succeeded' || response_id === null || response === undefined)
    return { ok: false, code: 'not_settled' };
  const before = response.state_class;
  const after = stepClass(before, step.direction, step.to);
  const actor = `user:${viewer.userId}`;
  if (after !== before) {
    const others = step.direction === 'up' ? await otherPromoted(tx, promptId, response_id) : [];
    if (others.length > 0 && step.confirm !== true) return { ok: false, code: 'promoted' };
    for (const id of others) await run(tx, moveStatement, [id, 'draft', actor]);
    await run(tx, moveStatement, [response_id, after, actor]);
    await run(tx, tellStatement, [promptId]);
  }
  const answer = { prompt_id: promptId, response_id, before, state_class: after, already: after === before };
  return { ok: true, answer };
}

async function lockAnswered(tx: Connection, viewer: Viewer, promptId: string): Promise<Answered | undefined> {
  const values = [promptId, viewer.orgId, viewer.userId];
  const [live] = await run<Answered & Record<string, unknown>>(tx, lockStatement, values);
  if (live !== undefined) return live;
  const [archived] = await run<Answered & Record<string, unknown>>(tx, lockArchivedStatement, values);
  return archived;
}

async function otherPromoted(tx: Connection, promptId: string, responseId: string): Promise<string[]> {
  const rows = await run<{ id: string }>(tx, othersStatement, [promptId, responseId]);
  return rows.map(({ id }) => id);
}

// The current job's row lock: a retry of the same prompt waits, or is waited for and then seen.
const lockStatement: Statement = {
  name: 'lock_answered',
  text: `
select j.state, j.response_id from job j where j.prompt_id = $1 and j.state <> 'superseded' and j.org_id = $2 and j.created_by = $3 for update of j`,
};

const lockArchivedStatement: Statement = {
  name: 'lock_archived_answered',
  text: `
select a.details ->> 'state' as state, (a.details ->> 'response_id')::uuid as response_id from job_archive a
where a.prompt_id = $1 and a.details ->> 'state' <> 'superseded' and a.org_id = $2 and a.created_by = $3 for update of a`,
};

const classStatement: Statement = {
  name: 'read_class',
  text: 'select state_class from entity where id = $1 for update',
};

const othersStatement: Statement = {
  name: 'other_promoted',
  text: `
select id from entity where parent_id = $1 and kind = 'response' and id <> $2 and state_class <> 'draft' order by id for update`,
};

const moveStatement: Statement = {
  name: 'move_class',
  text: `
with old as materialized (
  select id, org_id, state_class from entity where id = $1 for update
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
  select org_id, $3, case when $2 = 'draft' or state_class = 'canonical' then 'demote' else 'promote' end, 'response', id,
    jsonb_build_object('state_class', state_class), jsonb_build_object('state_class', $2::text) from old
)
update entity e set state_class = $2 from old where e.id = old.id`,
};

// The version is raised with it, so that the change travels like any other.
const tellStatement: Statement = {
  name: 'tell_class',
  text: `update job set version = version + 1, updated_at = db_now() where prompt_id = $1 and state <> 'superseded'`,
};
