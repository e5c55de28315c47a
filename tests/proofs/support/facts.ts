// What stands in the tables about a job, for proofs that compare facts and never trust an answer.
import type { JobState } from '#lib/domain/job.ts';
import type { Database } from '#lib/store/client.ts';
import { eventually } from '#tests/support/database.ts';
import { jobRow, sql } from '#tests/support/jobs.ts';

/** Waits until the job is in this state and resolves with its row. */
export function reached(
  db: Database,
  jobId: string,
  state: JobState,
  patience: { readonly withinMs: number } = { withinMs: 30_000 },
): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const row = await jobRow(db, jobId);
    if (row.state !== state) throw new Error(`the job is ${String(row.state)}, not ${state}`);
    return row;
  }, patience);
}

export interface AttemptFact extends Record<string, unknown> {
  readonly claim: number;
  readonly attempt: number;
  readonly outcome: string | null;
  readonly error_kind: string | null;
}

/** Every claim the job ever had, oldest first. */
export function attemptsOf(db: Database, jobId: string): Promise<AttemptFact[]> {
  return sql(db, 'select claim, attempt, outcome, error_kind from job_attempt where job_id = $1 order by claim', [
    jobId,
  ]);
}

/** Texts of all answers that hang below a prompt; a promise kept has exactly one. */
export async function answersOf(db: Database, promptId: string): Promise<string[]> {
  const rows = await sql<{ content: string }>(
    db,
    `select content from entity where kind = 'response' and parent_id = $1 order by created_at`,
    [promptId],
  );
  return rows.map(({ content }) => content);
}

const tables = ['entity', 'edge', 'session', 'job', 'job_attempt', 'output_chunk', 'ledger', 'audit', 'event'];

/** Everything the product knows, but for the workers themselves: two equal pictures mean that nothing changed. */
export async function pictureOf(db: Database): Promise<Record<string, unknown[]>> {
  const picture: Record<string, unknown[]> = {};
  for (const table of tables)
    picture[table] = await sql(db, `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`);
  return picture;
}

/** How often each thing of a job that must be there once is there; all of them, over all jobs that succeeded. */
export async function doubledThings(db: Database): Promise<Record<string, unknown>[]> {
  return sql(
    db,
    `select j.id, r.responses, e.edges, a.successes, l.calls
     from job j
     cross join lateral (select count(*) as responses from entity where kind = 'response' and parent_id = j.prompt_id) r
     cross join lateral (select count(*) as edges from edge where from_id = j.prompt_id and type = 'flows-to') e
     cross join lateral (select count(*) as successes from job_attempt where job_id = j.id and outcome = 'succeeded') a
     cross join lateral (select count(*) as calls from ledger where job_id = j.id and claim = j.claim) l
     where j.state = 'succeeded' and (r.responses, e.edges, a.successes, l.calls) is distinct from (1::bigint, 1::bigint, 1::bigint, 1::bigint)`,
  );
}
