// `asterion archive-old-jobs`: moves jobs that ended long ago out of the way of the living ones.
import { Command } from 'commander';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { readHealth } from '#lib/store/stats.ts';
import { type Moment, moment, UsageError, withDatabase } from '../command.ts';
import { printJson, printLine, printProgress } from '../print.ts';

export function archiveOldJobsCommand(): Command {
  return new Command('archive-old-jobs')
    .helpGroup('Queue:')
    .description('move jobs that ended long ago to the archive')
    .requiredOption('--before <when>', 'ended before this: a time, or an age like 12h, 90d', moment)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Prompts and answers stay where they are; the jobs, their attempts and model calls go to the table
job_archive, whole. It works in small batches beside everything else and may be stopped at any time.
Jobs that something still waits for stay.

Examples:
  asterion archive-old-jobs --before 90d            # every night from cron
  asterion archive-old-jobs --before 2026-01-01`,
    )
    .action(async ({ before, json }: { before: Moment; json?: boolean }) => {
      const done = await withDatabase(async (db) => {
        // The database's clock decides what is old, not the one of whoever asks.
        const { now } = await readHealth(db);
        const at = 'at' in before ? before.at : new Date(Date.parse(now) - before.agoMs).toISOString();
        if (at > now) throw new UsageError(`${at} is in the future: nothing can have ended before it yet.`);
        const moved = await archiveJobs(db, at, (total) => printProgress(`${total} moved`));
        return { before: at, moved };
      });
      if (json) printJson(done);
      else
        printLine(
          done.moved === 0
            ? `No job ended before ${done.before}.`
            : `Moved ${done.moved} jobs that ended before ${done.before}.`,
        );
    });
}
