// `asterion cancel-job`: stops a job at once, queued or running.
import { Argument, Command } from 'commander';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { CommandError, jobId, withDatabase } from './command.ts';
import { printJson, printLine } from './print.ts';

export function cancelJobCommand(): Command {
  return new Command('cancel-job')
    .helpGroup('Jobs:')
    .description('stop a queued or running job')
    .addArgument(new Argument('<job-id>', 'as list-jobs shows it').argParser(jobId))
    .option('--json', 'print JSON')
    .addHelpText('after', '\nText received so far is kept. Stopping a job twice changes nothing and is no error.')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const outcome = await withDatabase((db) => cancelJob(db, null, id));
      if (!outcome.ok)
        throw new CommandError(
          outcome.code === 'unknown_job'
            ? `There is no job ${id}.`
            : `Job ${id} has already ended as ${outcome.state}.`,
        );
      if (json) printJson({ job_id: id, state: 'cancelled', already: outcome.already });
      else printLine(outcome.already ? `Job ${id} was stopped before.` : `Stopped job ${id}.`);
    });
}
