// `asterion job-details`: one job with its attempts, events and model calls, and why it isn't running.

import { Argument, Command } from 'commander';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { duration } from '#lib/domain/operator/duration.ts';
import type { QueuePlace } from '#lib/domain/queue/place.ts';
import type { Database } from '#lib/store/client.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { readQueue } from '#lib/store/queue/place.ts';
import { CommandError, jobId, withDatabase } from './command.ts';
import { printFacts, printJson, printLine, section, time } from './print.ts';

export function jobDetailsCommand(): Command {
  return new Command('job-details')
    .helpGroup('Jobs:')
    .description('show one job, its attempts, events and model calls, and why it is not running')
    .addArgument(new Argument('<job-id>', 'as list-jobs shows it').argParser(jobId))
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const found = await withDatabase((db) => readAll(db, id));
      if (found === null) throw new CommandError(`There is no job ${id}.`);
      if (json) return printJson({ ...found.job, waiting: waitingOf(found) });
      printDetails(found.job);
      if (found.job.state === 'queued') printWaiting(found);
    });
}

interface Found {
  readonly job: JobDetails;
  readonly place: QueuePlace | undefined;
}

async function readAll(db: Database, id: string): Promise<Found | null> {
  const job = await readJob(db, null, id);
  if (job === null) return null;
  const { places } = await readQueue(db, null, [id]);
  return { job, place: places[0] };
}

/** Null unless the job is queued. */
function waitingOf({ place }: Found) {
  if (place === undefined || place.reason === 'running' || place.reason === 'ended') return null;
  const { reason, detail, until, waits_for, position, eta_ms } = place;
  return { reason, detail, until, waits_for, position, eta_ms };
}

function printWaiting(found: Found): void {
  const waiting = waitingOf(found);
  if (waiting === null) return;
  printLine('\nWhy it is not running');
  printFacts({
    reason: waiting.detail,
    'until (UTC)': time(waiting.until),
    ...(waiting.waits_for.length === 0 ? {} : { 'waits for': waiting.waits_for.join(', ') }),
    ...(waiting.position === null ? {} : { position: waiting.position }),
    ...(waiting.eta_ms === null ? {} : { 'answered in about': duration(waiting.eta_ms) }),
  });
}

function printDetails(job: JobDetails): void {
  printFacts({
    job: job.job_id,
    prompt: job.prompt_id,
    label: job.label,
    kind: job.kind,
    state: job.superseded_from === null ? job.state : `${job.state} (was ${job.superseded_from})`,
    attempt: `${job.attempt} of ${job.max_attempts}`,
    priority: job.priority,
    model: job.model ?? 'default',
    created: time(job.created_at),
    'available at': time(job.available_at),
    started: time(job.started_at),
    finished: time(job.finished_at),
    error: job.error_kind === null ? null : `${job.error_kind}: ${job.error_message}`,
    worker: job.worker_id,
    'last beat': time(job.running_heartbeat_at),
    supersedes: job.supersedes,
    'superseded by': job.superseded_by,
  });
  section('Attempts', job.attempts, {
    claim: (row) => row.claim,
    attempt: (row) => row.attempt,
    started: (row) => time(row.started_at),
    finished: (row) => time(row.finished_at),
    outcome: (row) => row.outcome ?? 'running',
    error: (row) => row.error_kind,
    message: (row) => row.error_message,
    'retry at': (row) => time(row.retry_at),
    worker: (row) => row.worker_id,
  });
  section('Events', job.events, {
    at: (row) => time(row.created_at),
    state: (row) => row.state,
    attempt: (row) => row.attempt,
    claim: (row) => row.claim,
    version: (row) => row.version,
  });
  section('Model calls', job.ledger, {
    model: (row) => (row.provider === row.model ? row.model : `${row.provider}/${row.model}`),
    'tokens in': (row) => row.tokens_in,
    out: (row) => row.tokens_out,
    cached: (row) => row.tokens_cached,
    counted: (row) => (row.is_estimate ? 'estimated' : 'by provider'),
    'first token': (row) => duration(row.first_token_ms),
    latency: (row) => duration(row.latency_ms),
  });
}
