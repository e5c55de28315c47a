// Prompts whose jobs retention has put into the archive: as readable as before.
import type { DropRow } from '#lib/domain/drop.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import type { Readable } from '#lib/store/field.ts';
import { type DropColumns, dropColumns, dropOf } from '#lib/store/rows.ts';
import {
  type AttemptColumns,
  answerOfAttempt,
  familyColumns,
  opinionColumns,
  type TurnColumns,
  usageSums,
} from './turn-columns.ts';

/** The last job of each of these prompts, as it was when it was archived. Prompts of others are left out. */
export async function readArchivedDrops(
  db: Database,
  viewer: Readable,
  promptIds: readonly string[],
): Promise<DropRow[]> {
  if (promptIds.length === 0) return [];
  const rows = await run<DropColumns & Record<string, unknown>>(db, dropsStatement, [
    viewer.orgId,
    viewer.userId,
    promptIds,
  ]);
  return rows.map(dropOf);
}

/** The texts of archived turns, and every attempt at them, newest first. */
export async function readArchivedTurns(
  db: Database,
  promptIds: readonly string[],
): Promise<{ readonly turns: TurnColumns[]; readonly attempts: AttemptColumns[] }> {
  if (promptIds.length === 0) return { turns: [], attempts: [] };
  const [turns, attempts] = await Promise.all([
    run<TurnColumns & Record<string, unknown>>(db, turnsStatement, [promptIds]),
    run<AttemptColumns & Record<string, unknown>>(db, attemptsStatement, [promptIds]),
  ]);
  return { turns, attempts };
}

// The archive keeps the whole row as JSON: read back into the row's own type, it looks as it always did.
const dropsStatement: Statement = {
  name: 'read_archived_drops',
  text: `
select ${dropColumns('a.id', 'job_row_state(jsonb_populate_record(null::job, a.details))')}
from job_archive a join entity p on p.id = a.prompt_id left join entity r on r.id = (a.details ->> 'response_id')::uuid
where p.org_id = $1 and ($2::bigint is null or p.created_by = $2) and a.prompt_id = any($3::uuid[]) and a.details ->> 'state' <> 'superseded'`,
};

const turnsStatement: Statement = {
  name: 'read_archived_turns',
  text: `
select p.id, p.content as text, r.content as answer, (a.details ->> 'claim')::int as live_claim, null as live_text, ${familyColumns},
  (select ${usageSums} from jsonb_to_recordset(a.details -> 'ledger') as l(tokens_in int, tokens_out int, tokens_cached int,
    cost_usd double precision, is_estimate boolean, latency_ms int)) as usage, ${opinionColumns}
from job_archive a join entity p on p.id = a.prompt_id left join entity r on r.id = (a.details ->> 'response_id')::uuid
where a.prompt_id = any($1::uuid[]) and a.details ->> 'state' <> 'superseded'`,
};

const attemptsStatement: Statement = {
  name: 'read_archived_attempts',
  text: `
select a.prompt_id, t.job_id, t.claim, t.attempt, t.started_at, t.finished_at, t.outcome, t.error_kind, t.error_message, t.output, ${answerOfAttempt}
from job_archive a cross join lateral jsonb_to_recordset(a.details -> 'attempts') as t(job_id uuid, claim int, attempt int,
  started_at timestamptz, finished_at timestamptz, outcome text, error_kind text, error_message text, output text)
left join entity r on r.id = (a.details ->> 'response_id')::uuid
where a.prompt_id = any($1::uuid[]) order by (a.details ->> 'created_at')::timestamptz desc, a.id desc, t.claim desc`,
};
