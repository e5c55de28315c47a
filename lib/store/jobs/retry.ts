// A person's retry: the old job is superseded and keeps its past; a new one runs the same prompt.
import { v7 as newId } from 'uuid';
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobState } from '#lib/domain/job.ts';
import { isLive } from '#lib/domain/job.ts';
import type { ExecutionOptions, RetryRequest } from '#lib/domain/prompt.ts';
import type { SubmitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';
import { submitPrompt } from './submit.ts';

export type RetryOutcome =
  | { readonly ok: true; readonly answer: SubmitAnswer }
  | { readonly ok: false; readonly code: 'unknown_job' | 'still_live' | 'superseded' | 'not_a_prompt' | 'promoted' };

interface OldJob {
  readonly id: string;
  readonly org_id: number;
  readonly created_by: number;
  readonly session_id: string;
  readonly prompt_id: string | null;
  readonly state: JobState;
  readonly superseded_by: string | null;
  readonly options: ExecutionOptions;
  readonly parent_id: string | null;
  readonly continues_id: string | null;
  readonly response_id: string | null;
}

/**
 * Makes a new job for the same prompt, attempt 1, that supersedes the old one; `options` are laid over the old ones.
 * A promoted answer is replaced only with `confirm`. With an edited `text` nothing is superseded: a sibling prompt is submitted beside it instead.
 * Asked twice for the same job (a double click) it is one retry: the second gets the first's answer while that is live.
 */
export async function retryJob(
  db: Database,
  viewer: Viewer | null,
  jobId: string,
  retry: RetryRequest,
): Promise<RetryOutcome> {
  if (retry.text !== undefined) return submitSibling(db, viewer, jobId, retry, retry.text);
  const outcome = await inTransaction(db, (tx) => replace(tx, viewer, jobId, retry));
  if (outcome.ok) {
    db.notifier.note(channels.ready);
    db.notifier.note(channels.event);
  }
  return outcome;
}

async function replace(
  tx: Connection,
  viewer: Viewer | null,
  jobId: string,
  retry: RetryRequest,
): Promise<RetryOutcome> {
  const old = await lockJob(tx, viewer, jobId);
  if (old === undefined) return { ok: false, code: 'unknown_job' };
  if (old.prompt_id === null) return { ok: false, code: 'not_a_prompt' };
  const answer = (id: string): RetryOutcome => ({
    ok: true,
    answer: { prompt_id: old.prompt_id ?? '', job_id: id, session_id: old.session_id, state: 'queued' },
  });
  if (isLive(old.state)) return { ok: false, code: 'still_live' };
  if (old.state === 'superseded') {
    // Read by a statement of its own: the one that waited for the lock still looks through its old snapshot.
    const [live] = await run<{ id: string }>(tx, liveStatement, [old.superseded_by]);
    return live === undefined ? { ok: false, code: 'superseded' } : answer(live.id);
  }
  if (retry.confirm !== true && (await isPromoted(tx, old.response_id))) return { ok: false, code: 'promoted' };
  const id = newId();
  await run(tx, supersedeStatement, [old.id, id]);
  const options = { ...old.options, ...retry.options };
  await run(tx, enqueueStatement, [
    id,
    old.id,
    JSON.stringify(options),
    retry.options?.max_attempts ?? null,
    viewer === null ? 'operator' : `user:${viewer.userId}`,
    viewer?.requestId ?? null,
  ]);
  return answer(id);
}

/** Asked under the job's lock, by a statement of its own: one that waited for the lock looks through its old snapshot. */
async function isPromoted(tx: Connection, responseId: string | null): Promise<boolean> {
  if (responseId === null) return false;
  const promoted = await run(tx, promotedStatement, [responseId]);
  return promoted.length > 0;
}

const promotedStatement: Statement = {
  name: 'is_promoted',
  text: `select id from entity where id = $1 and state_class <> 'draft'`,
};

async function lockJob(tx: Connection, viewer: Viewer | null, jobId: string): Promise<OldJob | undefined> {
  const [old] = await run<OldJob & Record<string, unknown>>(tx, lockStatement, [
    jobId,
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
  ]);
  return old;
}

async function submitSibling(
  db: Database,
  viewer: Viewer | null,
  jobId: string,
  retry: RetryRequest,
  text: string,
): Promise<RetryOutcome> {
  const old = await inTransaction(db, (tx) => lockJob(tx, viewer, jobId));
  if (old === undefined) return { ok: false, code: 'unknown_job' };
  if (old.prompt_id === null) return { ok: false, code: 'not_a_prompt' };
  const outcome = await submitPrompt(
    db,
    { orgId: old.org_id, userId: old.created_by },
    {
      text,
      parent_id: old.continues_id ?? old.parent_id,
      session_id: old.session_id,
      options: { ...old.options, ...retry.options },
    },
  );
  if (!outcome.ok) throw new Error(`a sibling of a stored prompt was refused: ${outcome.message}`);
  return { ok: true, answer: outcome.answer };
}

// The old job's row lock makes two clicks one: the second waits, then sees it superseded.
const lockStatement: Statement = {
  name: 'lock_job_to_retry',
  text: `
select j.id, j.org_id, j.created_by, j.session_id, j.prompt_id, j.state, j.superseded_by, j.options, p.parent_id, p.continues_id, j.response_id
from job j left join entity p on p.id = j.prompt_id
where j.id = $1 and ($2::bigint is null or j.org_id = $2 and j.created_by = $3::bigint) for update of j`,
};

const liveStatement: Statement = {
  name: 'live_replacement',
  text: `select id from job where id = $1 and state in ('queued', 'running')`,
};

// First the old one leaves the "current job of a prompt" index, then the new one enters it.
const supersedeStatement: Statement = {
  name: 'supersede_job',
  text: `
update job set state = 'superseded', superseded_from = state, superseded_by = $2, version = version + 1, updated_at = db_now() where id = $1`,
};

// A prompt whose parent is still at work waits for it, and one that never learned its parent's response learns it now.
// The new answer is unread, and in the field though its prompt was put away. Versions go on from the old job's, so that a
// prompt's version only ever grows.
const enqueueStatement: Statement = {
  name: 'enqueue_retry',
  text: `
with old as materialized (
  select * from job where id = $2
), parent as materialized (
  select pj.id, pj.state, pj.response_id from old join entity p on p.id = old.prompt_id
  join job pj on pj.prompt_id = p.parent_id and pj.state <> 'superseded'
  where p.continues_id is null for share of pj
), waits_for as (
  select coalesce(array_agg(id), '{}') as ids from parent where state in ('queued', 'running')
), continued as (
  update entity e set continues_id = parent.response_id from parent, old where e.id = old.prompt_id and parent.response_id is not null
), joined as (
  insert into edge (from_id, to_id, type) select parent.response_id, old.prompt_id, 'continues' from parent, old
  where parent.response_id is not null on conflict do nothing
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
  select org_id, $5, 'retry', 'prompt', prompt_id, jsonb_build_object('job_id', id), jsonb_build_object('job_id', $1::uuid)
    || case when $6::text is null then '{}' else jsonb_build_object('request_id', $6::text) end from old
), new_lane as (
  insert into lane (name) select coalesce($3::jsonb ->> 'model', 'default') on conflict do nothing
), unseen as (
  update entity e set seen_at = null, archived_at = null from old where e.id = old.prompt_id
)
insert into job (id, kind, org_id, created_by, session_id, prompt_id, ready, priority, rank, lane, available_at, depends_on, max_attempts, options,
  supersedes, version)
select $1, kind, org_id, created_by, session_id, prompt_id, waits_for.ids = '{}', priority, priority, coalesce($3::jsonb ->> 'model', 'default'),
  case when waits_for.ids = '{}' then db_now() else 'infinity' end, waits_for.ids, coalesce($4::smallint, max_attempts), $3::jsonb, id, version + 1
from old, waits_for`,
};
