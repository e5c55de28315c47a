// Text while a model speaks: appended in chunks by its worker, read from any offset by whoever watches.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobState } from '#lib/domain/job.ts';
import { type Database, run, type Statement } from './client.ts';
import { channels } from './notifier.ts';

/** Text of one claim from a UTF-16 offset on. */
export interface OutputChunk {
  readonly jobId: string;
  readonly claim: number;
  readonly startsAt: number;
  readonly content: string;
}

/**
 * Stores chunks of claims this worker still holds; a repeated chunk is ignored.
 * @returns ids of jobs that are no longer this worker's: their work must stop.
 */
export async function appendOutput(db: Database, workerId: string, chunks: readonly OutputChunk[]): Promise<string[]> {
  const rows = await run<{ id: string; held: boolean }>(db, appendStatement, [
    JSON.stringify(
      chunks.map(({ jobId, claim, startsAt, content }) => ({ job_id: jobId, claim, starts_at: startsAt, content })),
    ),
    workerId,
  ]);
  db.notifier.note(channels.output);
  return rows.filter(({ held }) => !held).map(({ id }) => id);
}

// No lock on the job: a chunk that slips in beside a reclaim belongs to the old claim's number and is never shown as the new one's.
const appendStatement: Statement = {
  name: 'append_output',
  text: `
with input as materialized (
  select i.*, j.id is not null as held from jsonb_to_recordset($1::jsonb) as i(job_id uuid, claim int, starts_at int, content text)
  left join job j on j.id = i.job_id and j.state = 'running' and j.worker_claim = $2 and j.claim = i.claim
), stored as (
  insert into output_chunk (job_id, claim, starts_at, content)
  select job_id, claim, starts_at, content from input where held on conflict do nothing
)
select distinct job_id as id, held from input`,
};

/** A job that is being worked, and which claim of it. */
export interface RunningClaim {
  readonly jobId: string;
  readonly promptId: string;
  readonly claim: number;
}

/** The viewer's prompts that a worker holds right now. */
export function readRunning(db: Database, viewer: Viewer): Promise<RunningClaim[]> {
  return run<RunningClaim & Record<string, unknown>>(db, runningStatement, [viewer.orgId, viewer.userId]);
}

const runningStatement: Statement = {
  name: 'read_running',
  text: `
select id as "jobId", prompt_id as "promptId", claim from job
where state = 'running' and org_id = $1 and created_by = $2 and prompt_id is not null`,
};

/** What a reader already holds of a job's text. */
export interface OutputPlace {
  readonly jobId: string;
  readonly claim: number;
  readonly from: number;
}

/** Chunks at or after each place, in order. For the live view, which asks for many jobs at once. */
export function readOutputSince(db: Database, places: readonly OutputPlace[]): Promise<OutputChunk[]> {
  return run<OutputChunk & Record<string, unknown>>(db, sinceStatement, [
    JSON.stringify(places.map(({ jobId, claim, from }) => ({ job_id: jobId, claim, starts_at: from }))),
  ]);
}

const sinceStatement: Statement = {
  name: 'read_output_since',
  text: `
select c.job_id as "jobId", c.claim, c.starts_at as "startsAt", c.content
from jsonb_to_recordset($1::jsonb) as p(job_id uuid, claim int, starts_at int)
join output_chunk c on c.job_id = p.job_id and c.claim = p.claim and c.starts_at >= p.starts_at
order by c.job_id, c.claim, c.starts_at`,
};

export interface OutputAnswer {
  readonly promptId: string;
  readonly claim: number;
  readonly from: number;
  readonly text: string;
  readonly state: JobState;
}

/** The latest claim's text from UTF-16 offset `from` on, for a viewer's own job; null when it is not theirs. */
export async function readOutput(
  db: Database,
  viewer: Viewer,
  jobId: string,
  from: number,
): Promise<OutputAnswer | null> {
  const [row] = await run<OutputAnswer & Record<string, unknown>>(db, readStatement, [
    jobId,
    viewer.orgId,
    viewer.userId,
  ]);
  return row === undefined ? null : { ...row, from, text: row.text.slice(from) };
}

// The whole text, cut by the caller: PostgreSQL counts code points, offsets are UTF-16 units.
const readStatement: Statement = {
  name: 'read_output',
  text: `
select j.prompt_id as "promptId", j.claim, j.state,
  coalesce((select string_agg(c.content, '' order by c.starts_at) from output_chunk c where c.job_id = j.id and c.claim = j.claim), '') as text
from job j where j.id = $1 and j.org_id = $2 and j.created_by = $3 and j.prompt_id is not null`,
};

/** Removes the chunks of claims that ended over ten minutes ago: by then a response or the attempt keeps the text. */
export async function pruneOutput(db: Database): Promise<void> {
  await run(
    db,
    {
      name: 'prune_output',
      text: `
delete from output_chunk c where c.created_at < db_now() - interval '10 minutes'
  and not exists (select 1 from job j where j.id = c.job_id and j.state = 'running' and j.claim = c.claim)`,
    },
    [],
  );
}
