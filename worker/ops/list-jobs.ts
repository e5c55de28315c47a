// `asterion list-jobs`: jobs of every org, newest first.
import { Command } from 'commander';
import { type FailureKind, failureKinds } from '#lib/domain/failure.ts';
import { type JobKind, type JobState, jobKinds, jobStates } from '#lib/domain/job.ts';
import { type JobSort, jobSorts } from '#lib/domain/jobs/job-sort.ts';
import { listJobs } from '#lib/store/jobs/list/list-jobs.ts';
import { jobId, oneOf, since, wholeNumber, withDatabase } from './command.ts';
import { printJson, printLine, printTable, time } from './print.ts';

interface Options {
  readonly state?: JobState;
  readonly kind?: JobKind;
  readonly org?: number;
  readonly errorKind?: FailureKind;
  readonly worker?: string;
  readonly priority?: number;
  readonly model?: string;
  readonly group?: string;
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
  readonly sort: JobSort;
  readonly limit: number;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function listJobsCommand(): Command {
  return new Command('list-jobs')
    .helpGroup('Jobs:')
    .description('show jobs, newest first unless sorted otherwise')
    .option('--state <state>', jobStates.join(', '), oneOf(jobStates))
    .option('--kind <kind>', jobKinds.join(', '), oneOf(jobKinds))
    .option('--org <id>', 'only this org', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--error-kind <kind>', failureKinds.join(', '), oneOf(failureKinds))
    .option('--worker <id>', 'held by this worker in any attempt', jobId)
    .option('--priority <n>', 'exactly this priority', wholeNumber(0, 100))
    .option('--model <name>', 'asked for or answering; default for those that named none')
    .option('--group <group>', 'a group of failures, as failures shows it')
    .option('--since <when>', 'created since: a time, or an age like 30m, 12h, 7d', since)
    .option('--until <when>', 'created before: the same', since)
    .option('--text <words>', 'in the first line or the error message, or a whole id')
    .option('--sort <order>', jobSorts.join(', '), oneOf(jobSorts), 'newest')
    .option('--limit <n>', 'at most n jobs', wholeNumber(1, 1_000), 50)
    .option('--cursor <cursor>', 'go on where the page before ended')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  asterion list-jobs --state failed --since 24h\n  asterion list-jobs --state queued --sort oldest     # waiting longest',
    )
    .action(async ({ json, org, ...filter }: Options) => {
      const page = await withDatabase((db) => listJobs(db, null, { ...filter, orgId: org }));
      if (json) return printJson(page);
      if (page.jobs.length === 0) return printLine('No such jobs.');
      printTable(page.jobs, {
        job: (row) => row.job_id,
        kind: (row) => row.kind,
        state: (row) => row.state,
        attempt: (row) => `${row.attempt}/${row.max_attempts}`,
        priority: (row) => row.priority,
        'created (UTC)': (row) => time(row.created_at),
        finished: (row) => time(row.finished_at),
        model: (row) => row.model ?? 'default',
        worker: (row) => row.worker_id,
        error: (row) => row.error_kind,
        label: (row) => row.label.slice(0, 60),
      });
      if (page.next_cursor !== null) printLine(`\nMore: --cursor ${page.next_cursor}`);
    });
}
