// `asterion reclaim-stuck-jobs`: one sweep, for cron beside workers that may all be gone.
import { Command } from 'commander';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { CommandError, withDatabase } from './command.ts';
import { printJson, printLine, printTable } from './print.ts';

export function reclaimStuckJobsCommand(): Command {
  return new Command('reclaim-stuck-jobs')
    .helpGroup('Queue:')
    .description('take jobs back from workers that are gone')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A job whose worker has lost its lease is queued again, or fails as "stuck" when its attempts
or its 15 minutes are used up. Every running worker does this by itself every 5 s.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { reclaimed, errors } = await withDatabase((db) => reclaimLostJobs(db, { limit: 10_000 }));
      if (json) printJson({ reclaimed, errors: errors.length });
      else if (reclaimed.length === 0) printLine('Nothing to reclaim.');
      else printTable(reclaimed, { job: (row) => row.jobId, now: (row) => row.state });
      if (errors.length > 0)
        throw new CommandError(`${errors.length} jobs could not be reclaimed: ${String(errors[0])}`);
    });
}
