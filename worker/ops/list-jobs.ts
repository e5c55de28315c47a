// `asterion list-jobs`: jobs of every org, newest first.
import { Command } from 'commander';
import { type JobKind, type JobState, jobKinds, jobStates } from '#lib/domain/job.ts';
import { listJobs } from '#lib/store/jobs/details.ts';
import { oneOf, since, wholeNumber, withDatabase } from './command.ts';
import { printJson, printLine, printTable, time } from './print.ts';

interface Options {
  readonly state?: JobState;
  readonly kind?: JobKind;
  readonly org?: number;
  readonly since?: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function listJobsCommand(): Command {
  return new Command('list-jobs')
    .helpGroup('Jobs:')
    .description('show jobs, newest first')
    .option('--state <state>', jobStates.join(', '), oneOf(jobStates))
    .option('--kind <kind>', jobKinds.join(', '), oneOf(jobKinds))
    .option('--org <id>', 'only this org', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--since <when>', 'created since: a time, or an age like 30m, 12h, 7d', since)
    .option('--limit <n>', 'at most n jobs', wholeNumber(1, 1_000), 50)
    .option('--cursor <cursor>', 'go on where the page before ended')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  asterion list-jobs --state failed --since 24h')
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
        error: (row) => row.error_kind,
        label: (row) => row.label.slice(0, 60),
      });
      if (page.next_cursor !== null) printLine(`\nMore: --cursor ${page.next_cursor}`);
    });
}
