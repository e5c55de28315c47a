// Jobs that wait for other jobs: made ready when all of those succeeded, cancelled when one will not.
import { type Connection, run, type Statement } from '#lib/store/client.ts';

/**
 * Call inside the transaction that ended `jobIds`, after their states were written.
 * Two dependencies may end at once in two transactions: the dependant's row lock is taken first and the others' states
 * are read by a later statement, so the second transaction sees the first's commit and one of them makes it ready.
 * @returns true when a job became ready.
 */
export async function wakeDependants(tx: Connection, jobIds: readonly string[]): Promise<boolean> {
  const waiting = await run<{ id: string }>(tx, lockStatement, [jobIds]);
  if (waiting.length === 0) return false;
  const woken = await run(tx, wakeStatement, [waiting.map(({ id }) => id)]);
  return woken.length > 0;
}

/** Call inside the transaction in which `jobIds` failed or were cancelled: everything that waits for them is cancelled, to any depth. */
export async function cancelDependants(tx: Connection, jobIds: readonly string[]): Promise<void> {
  await run(tx, cancelStatement, [jobIds]);
}

const lockStatement: Statement = {
  name: 'lock_dependants',
  text: `
select id from job where state = 'queued' and depends_on <> '{}' and depends_on && $1::uuid[] order by id for update`,
};

/** True for a job all of whose dependencies succeeded, whatever replaced them since. */
export const dependenciesMet = `not exists (
    select 1 from unnest(j.depends_on) d left join job dj on dj.id = d
    where coalesce(dj.superseded_from, dj.state) is distinct from 'succeeded')`;

// A prompt that was sent before its parent had answered learns here which response it continues.
const wakeStatement: Statement = {
  name: 'wake_dependants',
  text: `
with woken as (
  update job j set ready = coalesce(j.scheduled_for <= db_now(), true), available_at = greatest(coalesce(j.scheduled_for, db_now()), db_now()),
    version = version + 1, updated_at = db_now()
  where j.id = any($1::uuid[]) and j.state = 'queued' and not j.ready and ${dependenciesMet}
  returning j.id, j.prompt_id
), parent as (
  select w.prompt_id, pj.response_id from woken w join entity p on p.id = w.prompt_id and p.continues_id is null
  join job pj on pj.prompt_id = p.parent_id and pj.state = 'succeeded'
), continued as (
  update entity e set continues_id = parent.response_id from parent where e.id = parent.prompt_id
), joined as (
  insert into edge (from_id, to_id, type) select response_id, prompt_id, 'continues' from parent on conflict do nothing
)
select id from woken`,
};

const cancelStatement: Statement = {
  name: 'cancel_dependants',
  text: `
with recursive doomed(id) as (
  select j.id from job j where j.state = 'queued' and j.depends_on <> '{}' and j.depends_on && $1::uuid[]
  union
  select next.id from doomed d cross join lateral (
    select j.id from job j where j.state = 'queued' and j.depends_on <> '{}' and j.depends_on @> array[d.id] offset 0
  ) next
), held as materialized (
  -- As an array, and above one by one: a plan made for an empty table would join to every job there is.
  select j.id from job j where j.id = any(array(select id from doomed)) and j.state = 'queued' order by j.id for update
), ended as (
  update job j set state = 'cancelled', ready = false, finished_at = greatest(db_now(), j.updated_at), error_kind = 'dependency',
    error_message = 'What this waited for did not finish.', version = version + 1, updated_at = greatest(db_now(), j.updated_at)
  where j.id = any(array(select id from held)) returning j.id, j.org_id
)
insert into audit (org_id, actor, action, subject_kind, subject_id, after)
select org_id, 'system', 'cancel', 'job', id, '{"reason": "dependency"}' from ended returning subject_id`,
};
