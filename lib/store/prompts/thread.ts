// A thread as a person reads it: the path through one prompt, each turn with its text, answers and attempts.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { StateClass, VerdictEntry } from '#lib/domain/prompts/verdict.ts';
import type { ThreadAnswer, ThreadAttempt, ThreadTurn, ThreadUsage } from '#lib/domain/thread.ts';
import { type Database, parseInstant, run, type Statement } from '#lib/store/client.ts';
import { readDrops } from '#lib/store/field.ts';

/** Turns a thread shows at most; longer ones are cut at the root's end. */
const longestPath = 500;

interface TurnColumns {
  readonly id: string;
  readonly text: string;
  readonly answer: string | null;
  readonly live_text: string | null;
  readonly live_claim: number;
  readonly sibling_ids: string[];
  readonly child_ids: string[];
  readonly usage: (ThreadUsage & { readonly calls: number }) | null;
  readonly state_class: StateClass | null;
  readonly verdict: VerdictEntry | null;
}

/** Root → the asked prompt → newest child after newest child. Null when the prompt is not the viewer's. */
export async function readThread(db: Database, viewer: Viewer, promptId: string): Promise<ThreadAnswer | null> {
  const path = await run<{ id: string; now: string }>(db, pathStatement, [
    promptId,
    viewer.orgId,
    viewer.userId,
    longestPath,
  ]);
  const ids = path.map(({ id }) => id);
  if (ids.length === 0) return null;
  // The state is read before the texts: a turn may show more text than its state says, never an answer without its state.
  const rows = new Map((await readDrops(db, viewer, ids)).map((row) => [row.prompt_id, row]));
  const [turns, attempts] = await Promise.all([
    run<TurnColumns & Record<string, unknown>>(db, turnsStatement, [ids]),
    run<ThreadAttempt & { prompt_id: string }>(db, attemptsStatement, [ids]),
  ]);
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const now = path[0]?.now ?? new Date().toISOString();
  return {
    now,
    path: ids.flatMap((id): ThreadTurn[] => {
      const [row, turn] = [rows.get(id), byId.get(id)];
      if (row === undefined || turn === undefined) return [];
      const own = attempts.filter((attempt) => attempt.prompt_id === id).map(({ prompt_id: _, ...attempt }) => attempt);
      const { text, answer, sibling_ids, child_ids } = turn;
      return [
        {
          row,
          text,
          answer,
          partial: partialOf(turn, own),
          attempts: own,
          sibling_ids,
          child_ids,
          usage: usageOf(turn),
          ...(turn.state_class === null ? {} : { state_class: turn.state_class }),
          verdict: verdictOf(turn),
        },
      ];
    }),
  };
}

function partialOf(
  { answer, live_text, live_claim }: TurnColumns,
  [newest]: readonly ThreadAttempt[],
): ThreadTurn['partial'] {
  if (answer !== null) return null;
  if (live_text !== null) return { claim: live_claim, text: live_text };
  return newest?.output ? { claim: newest.claim, text: newest.output } : null;
}

function usageOf({ usage }: TurnColumns): ThreadUsage | null {
  if (usage === null || usage.calls === 0) return null;
  const { calls: _, ...sums } = usage;
  return sums;
}

/** Instants inside JSON are PostgreSQL's text. */
function verdictOf({ verdict }: TurnColumns): VerdictEntry | null {
  return verdict === null ? null : { ...verdict, created_at: parseInstant(verdict.created_at) ?? verdict.created_at };
}

const pathStatement: Statement = {
  name: 'read_thread_path',
  text: `
with recursive asked as (
  select id, parent_id from entity where id = $1 and kind = 'prompt' and org_id = $2 and created_by = $3
), up as (
  select id, parent_id, 0 as depth from asked
  union all
  select p.id, p.parent_id, up.depth - 1 from up join entity p on p.id = up.parent_id where up.depth > -($4::int)
), down as (
  select id, 0 as depth from asked
  union all
  select next.id, down.depth + 1 from down cross join lateral (
    select c.id from entity c where c.parent_id = down.id and c.kind = 'prompt' order by c.created_at desc, c.id desc limit 1
  ) next where down.depth < $4::int
)
select id, db_now() as now from (select id, depth from up union select id, depth from down) path order by depth`,
};

const turnsStatement: Statement = {
  name: 'read_thread_turns',
  text: `
select p.id, p.content as text, r.content as answer, j.claim as live_claim,
  case when j.state = 'running' then coalesce((select string_agg(c.content, '' order by c.starts_at)
    from output_chunk c where c.job_id = j.id and c.claim = j.claim), '') end as live_text,
  case when p.parent_id is null then array[p.id] else
    array(select s.id from entity s where s.parent_id = p.parent_id and s.kind = 'prompt' order by s.created_at, s.id) end as sibling_ids,
  array(select c.id from entity c where c.parent_id = p.id and c.kind = 'prompt' order by c.created_at, c.id) as child_ids,
  (select jsonb_build_object('calls', count(*), 'tokens_in', coalesce(sum(l.tokens_in), 0), 'tokens_out', coalesce(sum(l.tokens_out), 0),
    'tokens_cached', coalesce(sum(l.tokens_cached), 0), 'cost_usd', sum(l.cost_usd), 'is_estimate', coalesce(bool_or(l.is_estimate), false),
    'latency_ms', coalesce(sum(l.latency_ms), 0)) from ledger l where l.job_id = j.id) as usage,
  r.state_class, (select jsonb_build_object('verdict', v.verdict, 'note', v.note, 'created_at', v.created_at)
    from verdict v where v.response_id = r.id order by v.id desc limit 1) as verdict
from entity p join job j on j.prompt_id = p.id and j.state <> 'superseded' left join entity r on r.id = j.response_id
where p.id = any($1::uuid[])`,
};

const attemptsStatement: Statement = {
  name: 'read_thread_attempts',
  text: `
select j.prompt_id, a.job_id, a.claim, a.attempt, a.started_at, a.finished_at, a.outcome, a.error_kind, a.error_message, a.output,
  case when a.outcome = 'succeeded' then r.content end as response, case when a.outcome = 'succeeded' then r.model end as answered_by,
  case when a.outcome = 'succeeded' then r.id end as response_id
from job j join job_attempt a on a.job_id = j.id left join entity r on r.id = j.response_id
where j.prompt_id = any($1::uuid[]) order by j.created_at desc, j.id desc, a.claim desc`,
};
