// What people say about an answer: each verdict is kept, the latest counts.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { VerdictAnswer, VerdictEntry } from '#lib/domain/prompts/verdict.ts';
import type { VerdictRequest } from '#lib/domain/prompts/verdict-request.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';

/** `not_settled`: the id is a prompt's, and verdicts are given on answers. */
export type VerdictOutcome =
  | { readonly ok: true; readonly answer: VerdictAnswer }
  | { readonly ok: false; readonly code: 'unknown_response' | 'not_settled' };

/** Says it of one response, whichever run of the prompt it came from. A change travels with the prompt's current job. */
export async function giveVerdict(
  db: Database,
  viewer: Viewer,
  responseId: string,
  { verdict, note }: VerdictRequest,
): Promise<VerdictOutcome> {
  const outcome = await inTransaction(db, async (tx): Promise<VerdictOutcome> => {
    const found = await findResponse(tx, viewer, responseId);
    if ('code' in found) return { ok: false, code: found.code };
    await run(tx, tellStatement, [found.promptId]);
    await run(tx, giveStatement, [responseId, viewer.orgId, viewer.userId, verdict, note, `user:${viewer.userId}`]);
    return { ok: true, answer: await historyOf(tx, responseId, found.promptId) };
  });
  if (outcome.ok) db.notifier.note(channels.event);
  return outcome;
}

/** Every verdict on a response, newest first. */
export async function readVerdicts(db: Database, viewer: Viewer, responseId: string): Promise<VerdictOutcome> {
  const connection = { client: db.pool, prepares: db.prepares };
  const found = await findResponse(connection, viewer, responseId);
  if ('code' in found) return { ok: false, code: found.code };
  return { ok: true, answer: await historyOf(connection, responseId, found.promptId) };
}

async function findResponse(
  on: Connection,
  viewer: Viewer,
  id: string,
): Promise<{ readonly promptId: string } | { readonly code: 'unknown_response' | 'not_settled' }> {
  const [row] = await run<{ kind: string; parent_id: string | null }>(on, findStatement, [
    id,
    viewer.orgId,
    viewer.userId,
  ]);
  if (row?.kind === 'prompt') return { code: 'not_settled' };
  return row?.kind === 'response' && row.parent_id !== null
    ? { promptId: row.parent_id }
    : { code: 'unknown_response' };
}

async function historyOf(on: Connection, responseId: string, promptId: string): Promise<VerdictAnswer> {
  const history = await run<VerdictEntry & Record<string, unknown>>(on, historyStatement, [responseId]);
  return { response_id: responseId, prompt_id: promptId, latest: history[0] ?? null, history };
}

const findStatement: Statement = {
  name: 'find_response',
  text: 'select kind, parent_id from entity where id = $1 and org_id = $2 and created_by = $3',
};

// First, so that two verdicts at once are one after the other: the job's row is the lock. An archived prompt has none.
const tellStatement: Statement = {
  name: 'tell_verdict',
  text: `update job set version = version + 1, updated_at = db_now() where prompt_id = $1 and state <> 'superseded'`,
};

const giveStatement: Statement = {
  name: 'give_verdict',
  text: `
with last as (
  select verdict, note from verdict where response_id = $1 order by id desc limit 1
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
  values ($2, $6, 'verdict', 'response', $1, (select to_jsonb(last) from last), jsonb_build_object('verdict', $4::text, 'note', $5::text))
)
insert into verdict (response_id, org_id, created_by, verdict, note) values ($1, $2, $3, $4, $5)`,
};

// A note that was added after its verdict is a row of its own, because no row is ever rewritten; to people it is the same
// verdict, said once.
const historyStatement: Statement = {
  name: 'read_verdicts',
  text: `
select verdict, note, created_at from (
  select id, verdict, note, created_at, created_by, lead(verdict) over said as next_verdict, lead(created_by) over said as next_by
  from verdict where response_id = $1 window said as (order by id)
) entry where not (note = '' and next_verdict is not distinct from verdict and next_by is not distinct from created_by)
order by id desc limit 1000`,
};
