// A person's prompt becomes a durable job: entity, edge, job, audit and event in one statement, many prompts at a time.
import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Viewer } from '#lib/auth/viewer.ts';
import type { SubmitRequest } from '#lib/domain/prompt.ts';
import { labelOf, maxAttemptsOf } from '#lib/domain/prompts/prompt-text.ts';
import type { SubmitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import {
  type Connection,
  type Database,
  inTransaction,
  run,
  type Statement,
  sqlState,
  untilKept,
} from '#lib/store/client.ts';
import { channels } from '#lib/store/notifier.ts';
import { createBatcher } from './batcher.ts';
import { cancelDependants } from './dependants.ts';

export type SubmitRefusal = 'unknown_parent' | 'unknown_session' | 'unknown_dependency' | 'key_reused' | 'id_reused';

/** `created` is false when a repeated key or id got its first answer again. A refusal has written nothing. */
export type SubmitOutcome =
  | { readonly ok: true; readonly created: boolean; readonly answer: SubmitAnswer }
  | { readonly ok: false; readonly code: SubmitRefusal; readonly field: string; readonly message: string };

/** One prompt on its way in. */
export interface Submission {
  readonly viewer: Viewer;
  readonly request: SubmitRequest;
  readonly key: string | undefined;
}

/** One row a submission, in any order. */
interface Verdict {
  readonly ord: number;
  readonly verdict: 'created' | 'repeated' | SubmitRefusal;
  readonly prompt_id: string;
  readonly job_id: string;
  readonly session_id: string;
  readonly ended_deps: string[] | null;
}

const refusals: Readonly<Record<SubmitRefusal, { field: string; message: string }>> = {
  unknown_parent: { field: 'parent_id', message: 'parent_id names no prompt or response of yours' },
  unknown_session: {
    field: 'session_id',
    message: 'session_id names no session of yours, or another one than the parent is in',
  },
  unknown_dependency: { field: 'depends_on', message: 'depends_on names a job that is not yours or does not exist' },
  key_reused: { field: 'Idempotency-Key', message: 'this Idempotency-Key was used with another body; use a new key' },
  id_reused: { field: 'prompt_id', message: 'this prompt_id belongs to another prompt; use a new id' },
};

type Submit = (submission: Submission) => Promise<SubmitOutcome>;
const submitters = new WeakMap<Database, Submit>();

/**
 * Stores the prompt and enqueues its job, or says why not. Durable when it resolves.
 * Submissions that arrive together share statements and commits; each gets its own answer.
 */
export function submitPrompt(
  db: Database,
  viewer: Viewer,
  request: SubmitRequest,
  key?: string,
): Promise<SubmitOutcome> {
  let submit = submitters.get(db);
  if (submit === undefined) {
    submit = createBatcher((items: readonly Submission[]) => submitAll(db, items), { most: 100, lanes: 2 });
    submitters.set(db, submit);
  }
  return submit({ viewer, request, key });
}

/**
 * Stores many prompts in one transaction; answers in the given order. A refused one does not hold back the others.
 */
export async function submitAll(db: Database, items: readonly Submission[]): Promise<SubmitOutcome[]> {
  const rows = items.map(inputOf);
  // What continues and waits for nothing needs no second statement, so it spares the way for a begin and a commit.
  const isAlone = items.every(({ request: { parent_id, depends_on = [] } }) => !parent_id && depends_on.length === 0);
  const write = () => (isAlone ? untilKept(() => judge(db, rows)) : inTransaction(db, (tx) => store(tx, rows)));
  const verdicts = await write().catch((error: unknown) => {
    // Two of the same key or id at once: the second waits for the first's commit and then finds it.
    if (sqlState(error) === '23505' && items.length === 1) return write();
    throw error;
  });
  db.notifier.note(channels.ready);
  db.notifier.note(channels.event);
  const byOrd = new Map(verdicts.map((verdict) => [verdict.ord, verdict]));
  return Promise.all(
    items.map(async (item, ord) => {
      const verdict = byOrd.get(ord);
      if (verdict === undefined) throw new Error('the submit statement answered for fewer prompts than it was given');
      // What it names may stand in the same batch: alone it can see it.
      if (verdict.verdict.startsWith('unknown_') && items.length > 1)
        return (await submitAll(db, [item]))[0] ?? outcomeOf(verdict);
      return outcomeOf(verdict);
    }),
  );
}

/** The same inside a transaction of the caller's: for what submits as part of something larger. Notes are the caller's. */
export async function storeSubmissions(tx: Connection, items: readonly Submission[]): Promise<SubmitOutcome[]> {
  const verdicts = await store(tx, items.map(inputOf));
  return [...verdicts].sort((a, b) => a.ord - b.ord).map(outcomeOf);
}

async function store(tx: Connection, rows: readonly object[]): Promise<Verdict[]> {
  const verdicts = await judge(tx, rows);
  const ended = verdicts.flatMap((verdict) => verdict.ended_deps ?? []);
  if (ended.length > 0) await cancelDependants(tx, ended);
  return verdicts;
}

function judge(on: Database | Connection, rows: readonly object[]): Promise<Verdict[]> {
  return run<Verdict & Record<string, unknown>>(on, submitStatement, [JSON.stringify(rows)]);
}

function outcomeOf({ verdict, prompt_id, job_id, session_id }: Verdict): SubmitOutcome {
  if (verdict === 'created' || verdict === 'repeated')
    return { ok: true, created: verdict === 'created', answer: { prompt_id, job_id, session_id, state: 'queued' } };
  return { ok: false, code: verdict, ...refusals[verdict] };
}

function inputOf({ viewer, request, key }: Submission, ord: number) {
  const { text, options, prompt_id, parent_id, session_id, priority, scheduled_for, depends_on } = request;
  return {
    ord,
    org_id: viewer.orgId,
    created_by: viewer.userId,
    prompt_id: prompt_id ?? newId(),
    named_id: prompt_id ?? null,
    job_id: newId(),
    new_session_id: newId(),
    session_id: session_id ?? null,
    parent_id: parent_id ?? null,
    content: text,
    label: labelOf(text),
    content_length: text.length,
    options: options ?? {},
    lane: options?.model ?? 'default',
    priority: priority ?? 50,
    max_attempts: maxAttemptsOf(options),
    scheduled_for: scheduled_for ?? null,
    depends_on: depends_on ?? [],
    idempotency_key: key ?? null,
    request_hash: hashOf(request),
    request_id: viewer.requestId ?? null,
  };
}

/** The same request gives the same hash whatever the order of its fields. */
function hashOf(request: SubmitRequest): string {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value;
  return createHash('sha256')
    .update(JSON.stringify(sorted({ ...request, parent_id: request.parent_id ?? undefined })))
    .digest('base64url');
}

// Reads and writes for many submissions at once.
// Locks: the current job of each named parent and each named dependency, FOR SHARE and in id order, so that a
// dependency cannot settle between being looked at and the dependant being stored. A settle waits, or is waited for
// and then seen. A late twin (same key or id) fails on a unique index and is run again, when it finds the first.
const submitStatement: Statement = {
  name: 'submit_prompts',
  text: `
with input as materialized (
  select * from jsonb_to_recordset($1::jsonb) as i(ord int, org_id bigint, created_by bigint, prompt_id uuid, named_id uuid,
    job_id uuid, new_session_id uuid, session_id uuid, parent_id uuid, content text, label text, content_length int,
    options jsonb, lane text, priority smallint, max_attempts smallint, scheduled_for timestamptz, depends_on uuid[],
    idempotency_key text, request_hash text, request_id text)
), existing as materialized (
  select distinct on (i.ord) i.ord, e.prompt_id, e.job_id, e.session_id, e.request_hash, e.how
  from input i cross join lateral (
    select j.prompt_id, j.id as job_id, j.session_id, j.request_hash, 'key_reused' as how
    from job j where i.idempotency_key is not null and j.org_id = i.org_id and j.idempotency_key = i.idempotency_key
    union all
    select x.id, j.id, x.session_id, case when x.org_id = i.org_id and x.created_by = i.created_by then j.request_hash end, 'id_reused'
    from entity x left join job j on j.prompt_id = x.id and j.supersedes is null
    where i.named_id is not null and x.id = i.named_id
  ) e order by i.ord, e.how desc
), parent as materialized (
  select i.ord, p.id as prompt_id, p.session_id, p.root_id, case when e.kind = 'response' then e.id end as response_id
  -- By an array of ids, and a session by its id alone: these plans are kept, and made for empty tables they read whole ones.
  from input i join (select * from entity where id = any(array(select parent_id from input where parent_id is not null))) e
    on e.id = i.parent_id and e.org_id = i.org_id and e.created_by = i.created_by
  join entity p on p.id = case when e.kind = 'prompt' then e.id when e.kind = 'response' then e.parent_id end
), wanted as (
  select i.ord, d as job_id from input i cross join lateral unnest(i.depends_on) d
), current_job as (
  select j.id from parent p join job j on j.prompt_id = p.prompt_id and j.state <> 'superseded'
), locked as materialized (
  -- By ids alone, as an array: one OR over two sets makes the planner read every job there is.
  select j.id, j.org_id, j.created_by, j.prompt_id, j.response_id, j.state, coalesce(j.superseded_from, j.state) as outcome from job j
  where j.id = any(array(select job_id from wanted union select id from current_job))
    and (j.state <> 'superseded' or j.id = any(array(select job_id from wanted)))
  order by j.id for share
), dependency as materialized (
  select w.ord, w.job_id, l.outcome from wanted w join input i on i.ord = w.ord
  join locked l on l.id = w.job_id and l.org_id = i.org_id and l.created_by = i.created_by
  union
  select p.ord, l.id, l.outcome from parent p join locked l on l.prompt_id = p.prompt_id and l.state in ('queued', 'running')
  where p.response_id is null
), judged as materialized (
  select i.*, p.prompt_id as parent_prompt_id, p.root_id as parent_root_id,
    coalesce(p.response_id, (select l.response_id from locked l where l.prompt_id = p.prompt_id and l.state <> 'superseded'),
      (select (a.details ->> 'response_id')::uuid from job_archive a where a.prompt_id = p.prompt_id and a.details ->> 'state' = 'succeeded')) as continues_id,
    coalesce(p.session_id, i.session_id, i.new_session_id) as in_session,
    array(select d.job_id from dependency d where d.ord = i.ord and d.outcome <> 'succeeded') as open_deps,
    array(select d.job_id from dependency d where d.ord = i.ord and d.outcome in ('failed', 'cancelled')) as ended_deps,
    array(select d.job_id from dependency d where d.ord = i.ord order by d.job_id) as all_deps,
    case
      when e.ord is not null and e.request_hash = i.request_hash then 'repeated'
      when e.ord is not null then e.how
      when i.parent_id is not null and p.ord is null then 'unknown_parent'
      when i.session_id is not null and p.ord is not null and p.session_id <> i.session_id then 'unknown_session'
      when i.session_id is not null and (select s.org_id = i.org_id and s.created_by = i.created_by from session s
        where s.id = i.session_id) is not true then 'unknown_session'
      when exists (select 1 from wanted w where w.ord = i.ord
        and not exists (select 1 from dependency d where d.ord = w.ord and d.job_id = w.job_id)) then 'unknown_dependency'
      else 'created'
    end as verdict
  from input i left join parent p on p.ord = i.ord left join existing e on e.ord = i.ord
), accepted as materialized (
  select * from judged where verdict = 'created'
), new_lane as (
  insert into lane (name) select distinct lane from accepted a where not exists (select 1 from lane l where l.name = a.lane)
  order by lane on conflict do nothing
), new_session as (
  insert into session (id, org_id, created_by, title)
  select new_session_id, org_id, created_by, label from accepted where in_session = new_session_id
), new_prompt as (
  insert into entity (id, kind, org_id, created_by, session_id, parent_id, root_id, continues_id, content, label, content_length)
  select prompt_id, 'prompt', org_id, created_by, in_session, parent_prompt_id, coalesce(parent_root_id, prompt_id),
    continues_id, content, label, content_length from accepted
), new_edge as (
  insert into edge (from_id, to_id, type) select continues_id, prompt_id, 'continues' from accepted where continues_id is not null
), new_job as (
  insert into job (id, kind, org_id, created_by, session_id, prompt_id, ready, priority, rank, lane, available_at, scheduled_for, depends_on,
    max_attempts, options, idempotency_key, request_hash)
  select job_id, 'prompt', org_id, created_by, in_session, prompt_id,
    open_deps = '{}' and coalesce(scheduled_for <= db_now(), true), priority, priority, lane,
    case when open_deps <> '{}' then 'infinity' else coalesce(scheduled_for, db_now()) end, scheduled_for, all_deps,
    max_attempts, options, idempotency_key, request_hash from accepted
), new_audit as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, after)
  select org_id, 'user:' || created_by, 'submit', 'prompt', prompt_id, jsonb_build_object('job_id', job_id, 'parent_id', parent_prompt_id)
    || case when request_id is null then '{}' else jsonb_build_object('request_id', request_id) end
  from accepted
)
select j.ord, j.verdict, coalesce(e.prompt_id, j.prompt_id) as prompt_id, coalesce(e.job_id, j.job_id) as job_id,
  coalesce(e.session_id, j.in_session) as session_id, case when j.verdict = 'created' and j.ended_deps <> '{}' then j.ended_deps end as ended_deps
from judged j left join existing e on e.ord = j.ord`,
};
