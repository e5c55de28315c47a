// From database rows to the one wire shape of a prompt with its job.
import type { DropRow } from '#lib/domain/drop.ts';
import type { FailureKind } from '#lib/domain/failure.ts';
import type { JobKind, JobState } from '#lib/domain/job.ts';
import { parseInstant } from './client.ts';

/** What job_row_state() of the schema builds: the job at one moment. Instants are PostgreSQL's JSON text. */
export interface RowState {
  readonly kind: JobKind;
  readonly state: JobState;
  readonly version: number;
  readonly attempt: number;
  readonly max_attempts: number;
  readonly claim: number;
  readonly priority: number;
  readonly model: string | null;
  readonly available_at: string;
  readonly depends_on: string[];
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error_kind: FailureKind | null;
  readonly error_message: string | null;
  readonly response_id: string | null;
  readonly supersedes: string | null;
}

/** One result row of a statement that selects `dropColumns`. */
export interface DropColumns {
  readonly prompt_id: string;
  readonly job_id: string;
  readonly session_id: string;
  readonly parent_id: string | null;
  readonly root_id: string;
  readonly label: string;
  readonly created_at: string;
  readonly seen_at: string | null;
  readonly archived_at: string | null;
  readonly answered_by: string | null;
  readonly answer_length: number | null;
  readonly row_state: RowState;
}

/** Select list over `p` (the prompt's entity), `r` (its response, left joined), and the given expressions for the job. */
export const dropColumns = (jobId: string, rowState: string): string => `
  p.id as prompt_id, ${jobId} as job_id, p.session_id, p.parent_id, p.root_id, p.label, p.created_at, p.seen_at, p.archived_at,
  r.model as answered_by, r.content_length as answer_length, ${rowState} as row_state`;

/** The wire row of a selected one. */
export function dropOf({ row_state: job, ...prompt }: DropColumns): DropRow {
  const instant = (text: string | null) => (text === null ? null : parseInstant(text));
  return {
    prompt_id: prompt.prompt_id,
    job_id: prompt.job_id,
    session_id: prompt.session_id,
    parent_id: prompt.parent_id,
    root_id: prompt.root_id,
    kind: job.kind,
    label: prompt.label,
    state: job.state,
    version: job.version,
    attempt: job.attempt,
    max_attempts: job.max_attempts,
    claim: job.claim,
    priority: job.priority,
    model: job.model,
    answered_by: prompt.answered_by,
    created_at: prompt.created_at,
    available_at: parseInstant(job.available_at),
    depends_on: job.depends_on,
    started_at: instant(job.started_at),
    finished_at: instant(job.finished_at),
    error_kind: job.error_kind,
    error_message: job.error_message,
    response_id: job.response_id,
    answer_length: prompt.answer_length ?? 0,
    seen_at: prompt.seen_at,
    supersedes: job.supersedes,
    ...(prompt.archived_at === null ? {} : { archived_at: prompt.archived_at }),
  };
}
