// `asterion run-worker`: a worker of its own, for as long as wanted or once for cron.
import { Command } from 'commander';
import { type JobKind, jobKinds } from '#lib/domain/job.ts';
import { readHealth } from '#lib/store/stats.ts';
import { type ExitCode, findDatabase, listOf, wholeNumber, withDatabase } from './command.ts';

interface Options {
  readonly once?: boolean;
  readonly batchSize?: number;
  readonly priorityCeiling?: number;
  readonly concurrency?: number;
  readonly kinds?: JobKind[];
}

export function runWorkerCommand(exit: (code: ExitCode) => void): Command {
  return new Command('run-worker')
    .helpGroup('Workers:')
    .description('claim jobs and work on them until stopped')
    .option('--once', 'work until nothing is ready, then exit (for cron)')
    .option('--batch-size <n>', 'claim at most n jobs at a time; with --once, at most n in all', wholeNumber(1, 10_000))
    .option('--priority-ceiling <n>', 'only jobs with priority n or lower, i.e. more urgent', wholeNumber(0, 100))
    .option('--concurrency <n>', 'jobs at the same time (default: ASTERION_WORKER_CONCURRENCY)', wholeNumber(1, 1_000))
    .option('--kinds <list>', `only these kinds: ${jobKinds.join(', ')}`, listOf(jobKinds))
    .addHelpText(
      'after',
      `
Ctrl-C or SIGTERM stops it gracefully: running jobs get 30 s to finish, the rest goes back
to the queue without losing an attempt. A second signal leaves at once.

Examples:
  asterion run-worker --concurrency 32
  asterion run-worker --once --batch-size 5          # every minute from cron
  asterion run-worker --priority-ceiling 10          # a lane for urgent prompts only`,
    )
    .action(async (options: Options) => {
      // A service waits for its database; cron comes again, and must not pile up.
      if (options.once) await withDatabase(readHealth);
      // The models' libraries take longer to load than every other command takes to run.
      const { runWorkerProcess } = await import('../worker-process.ts');
      exit(await runWorkerProcess(options, await findDatabase()));
    });
}
