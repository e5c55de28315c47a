// A thread as a person reads it: the path through one prompt, each turn with its text, answers and attempts.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { VerdictEntry } from '#lib/domain/prompts/verdict.ts';
import type { ThreadAnswer, ThreadAttempt, ThreadTurn, ThreadUsage } from '#lib/domain/thread.ts';
import { type Database, parseInstant, run, type Statement } from '#lib/store/client.ts';
import { readDrops } from '#lib/store/field.ts';
import { readArchivedDrops, readArchivedTurns } from './archived.ts';
import {
  type AttemptColumns,
  answerOfAttempt,
  familyColumns,
  isPrompt,
  opinionColumns,
  type TurnColumns,
  usageSums,
} from './turn-columns.ts';

/** Turns a thread shows at most; longer ones are cut at the root's end. */
const longestPath = 500;

/**
 * Root → the asked prompt → newest child after newest child. Who has the address and belongs to the org may read it; null
 * when there is no such prompt in the viewer's org.
 */
export async function readThread(db: Database, viewer: Viewer, promptId: string): Promise<ThreadAnswer | null> {
  const path = await run<{ id: string; now: string }>(db, pathStatement, [promptId, viewer.orgId, longestPath]);
  const ids = path.map(({ id }) => id);
  if (ids.length === 0) return null;
  const org = { orgId: viewer.orgId, userId: null };
  // The state is read before the texts: a turn may show more text than its state says, never an answer without its state.
  const rows = new Map((await readDrops(db, org, ids)).map((row) => [row.prompt_id, row]));
  // Asked after the rows: what is archived in between is found here.
  const past = ids.filter((id) => !rows.has(id));
  for (const row of await readArchivedDrops(db, org, past)) rows.set(row.prompt_id, row);
  const [turns, attempts, archived] = await Promise.all([
    run<TurnColumns & Record<string, unknown>>(db, turnsStatement, [ids]),
    run<AttemptColumns & Record<string, unknown>>(db, attemptsStatement, [ids]),
    readArchivedTurns(db, past),
  ]);
  const byId = new Map([...archived.turns, ...turns].map((turn) => [turn.id, turn]));
  const now = path[0]?.now ?? new Date().toISOString();
  return {
    now,
    path: ids.flatMap((id): ThreadTurn[] => {
      const [row, turn] = [rows.get(id), byId.get(id)];
      if (row === undefined || turn === undefined) return [];
      const own = [...attempts, ...archived.attempts]
        .filter((attempt) => attempt.prompt_id === id)
        .map(({ prompt_id: _, ...attempt }) => attempt);
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
  select id, parent_id from entity where id = $1 and kind = 'prompt' and org_id = $2
), up as (
  select id, parent_id, 0 as depth from asked
  union all
  select p.id, p.parent_id, up.depth - 1 from up join entity p on p.id = up.parent_id where up.depth > -($3::int)
), down as (
  select id, 0 as depth from asked
  union all
  select next.id, down.depth + 1 from down cross join lateral (
    select c.id from entity c where c.parent_id = down.id and ${isPrompt('c')} order by c.created_at desc, c.id desc limit 1
  ) next where down.depth < $3::int
)
select id, db_now() as now from (select id, depth from up union select id, depth from down) path order by depth`,
};

const turnsStatement: Statement = {
  name: 'read_thread_turns',
  text: `
select p.id, p.content as text, r.content as answer, j.claim as live_claim,
  case when j.state = 'running' then coalesce((select string_agg(c.content, '' order by c.starts_at)
    from output_chunk c where c.job_id = j.id and c.claim = j.claim), '') end as live_text, ${familyColumns},
  (select ${usageSums} from ledger l where l.job_id = j.id) as usage, ${opinionColumns}
from entity p join job j on j.prompt_id = p.id and j.state <> 'superseded' left join entity r on r.id = j.response_id
where p.id = any($1::uuid[])`,
};

const attemptsStatement: Statement = {
  name: 'read_thread_attempts',
  text: `
select j.prompt_id, t.job_id, t.claim, t.attempt, t.started_at, t.finished_at, t.outcome, t.error_kind, t.error_message, t.output, ${answerOfAttempt}
from job j join attempt t on t.job_id = j.id left join entity r on r.id = j.response_id
where j.prompt_id = any($1::uuid[]) order by j.created_at desc, j.id desc, t.claim desc`,
};
