// `asterion job-details`: one job with its attempts, events and model calls.
import { Argument, Command } from 'commander';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { CommandError, jobId, withDatabase } from './command.ts';
import { duration, printFacts, printJson, printLine, printTable, time } from './print.ts';

export function jobDetailsCommand(): Command {
  return new Command('job-details')
    .description('show one job with its attempts, events and model calls')
    .addArgument(new Argument('<job-id>', 'as list-jobs shows it').argParser(jobId))
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const job = await withDatabase((db) => readJob(db, null, id));
      if (job === null) throw new CommandError(`There is no job ${id}.`);
      if (json) printJson(job);
      else printDetails(job);
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

function section<Row>(title: string, rows: readonly Row[], columns: Parameters<typeof printTable<Row>>[1]): void {
  if (rows.length === 0) return;
  printLine(`\n${title}`);
  printTable(rows, columns);
}
