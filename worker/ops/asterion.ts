// The operator's command line: `npm run asterion -- <command>`.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '#lib/config.ts';
import { MigrationError } from '#prisma/migration-engine.ts';
import { cancelJobCommand } from './cancel-job.ts';
import { CommandError, type ExitCode } from './command.ts';
import { jobDetailsCommand } from './job-details.ts';
import { listJobsCommand } from './list-jobs.ts';
import { migrateCommand } from './migrate.ts';
import { queueMetricsCommand } from './queue-metrics.ts';
import { reclaimStuckJobsCommand } from './reclaim-stuck-jobs.ts';
import { retryJobCommand } from './retry-job.ts';
import { runWorkerCommand } from './run-worker.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('asterion')
    .description('Looks after the jobs of an Asterion: prompts that are queued, running or ended.')
    .addHelpText(
      'after',
      `
The database is the one of DATABASE_URL, else that of the Asterion running on this machine.
Exit codes: 0 done, 1 not done (the reason is on stderr), 2 wrong usage or setting.`,
    );
  const commands = [
    runWorkerCommand((result) => {
      code = result;
    }),
    reclaimStuckJobsCommand(),
    listJobsCommand(),
    jobDetailsCommand(),
    cancelJobCommand(),
    retryJobCommand(),
    queueMetricsCommand(),
    migrateCommand(),
  ];
  for (const command of [program, ...commands]) command.exitOverride().showHelpAfterError('(--help shows how)');
  for (const command of commands) program.addCommand(command);
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    return failed(error);
  }
}

/** The CLI's one catch: a sentence on stderr and the exit code. */
function failed(error: unknown): ExitCode {
  // Commander has already said what it had to say; help that was asked for is a success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  if (error instanceof ConfigError) return 2;
  if (!(error instanceof CommandError || error instanceof MigrationError) && error instanceof Error)
    process.stderr.write(`${error.stack ?? ''}\n`);
  return 1;
}

// `| head` closes the pipe: whoever reads has seen enough.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv);
