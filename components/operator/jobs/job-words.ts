// How a job's parts are said in a table: kinds, priorities, workers, and how long it ran or waits.
import { lengthWords, noFigure, untilWords } from '#components/operator/frame/figure-words.ts';
import { type JobKind, priorities } from '#lib/domain/job.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';

export interface KnownWorker {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

/** "host:4711". */
export function workerName({ host, pid }: KnownWorker): string {
  return `${host}:${pid}`;
}

/** "Map element". */
export function kindWords(kind: JobKind): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1).replace('_', ' ')}`;
}

/** "Urgent", "Normal", "Later", or the number. */
export function priorityWords(priority: number): string {
  const named = Object.entries(priorities).find(([, value]) => value === priority)?.[0];
  return named === undefined ? String(priority) : `${named[0]?.toUpperCase()}${named.slice(1)}`;
}

export interface JobTimes {
  /** How long its last claim ran or runs. */
  readonly ran: string;
  /** What that is, for the tooltip and for those who only hear it. */
  readonly says: string;
}

/** `nowMs` is the server's clock. A wait counts from when the job could have run. */
export function timesOf(job: JobSummary, nowMs: number): JobTimes {
  if (job.state === 'queued') {
    const dueMs = job.available_at === null ? null : Math.max(Date.parse(job.available_at), Date.parse(job.created_at));
    if (dueMs === null) return { ran: noFigure, says: 'waits for another job' };
    // In one unit: the column has no room for two.
    if (dueMs > nowMs) return { ran: untilWords(new Date(dueMs).toISOString(), nowMs), says: 'not before then' };
    return { ran: lengthWords(nowMs - dueMs), says: 'waiting' };
  }
  if (job.started_at === null) return { ran: noFigure, says: 'never began' };
  const endMs = job.finished_at === null ? nowMs : Date.parse(job.finished_at);
  return { ran: lengthWords(endMs - Date.parse(job.started_at)), says: job.finished_at === null ? 'running' : 'ran' };
}
