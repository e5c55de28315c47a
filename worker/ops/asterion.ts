// The operator's command line: `npm run asterion -- <command>`.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '#lib/config.ts';
import { ConnectionLost } from '#lib/store/client.ts';
import { MigrationError } from '#prisma/migration-engine.ts';
import { askCommand } from './ask/ask.ts';
import { cancelJobCommand } from './cancel-job.ts';
import { CommandError, cannotConnect, type ExitCode, UsageError } from './command.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { jobDetailsCommand } from './job-details.ts';
import { listJobsCommand } from './list-jobs.ts';
import { migrateCommand } from './migrate.ts';
import { proofCommand } from './proof/proof.ts';
import { archiveOldJobsCommand } from './queue/archive-old-jobs.ts';
import { drainCommand } from './queue/drain.ts';
import { pauseCommand, resumeCommand } from './queue/pause.ts';
import { schedulesCommand } from './queue/schedules.ts';
import { queueMetricsCommand } from './queue-metrics.ts';
import { reclaimStuckJobsCommand } from './reclaim-stuck-jobs.ts';
import { failuresCommand } from './reports/failures.ts';
import { ledgerCommand } from './reports/ledger.ts';
import { retryFailuresCommand } from './reports/retry-failures.ts';
import { retryJobCommand } from './retry-job.ts';
import { runWorkerCommand } from './run-worker.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const exit = (result: ExitCode): void => {
    code = result;
  };
  const program = new Command('asterion')
    .description('Looks after the jobs of an Asterion: prompts that are queued, running or ended.')
    .addHelpText(
      'after',
      `
Every command explains itself: asterion <command> --help. With --json it prints one JSON document.
The database is the one of DATABASE_URL, else that of the Asterion running on this machine.
Exit codes: 0 done, 1 not done (the reason is on stderr), 2 wrong usage or setting.

Examples:
  asterion ask "Name three rivers"          # one prompt, its answer as it is written
  asterion list-jobs --state failed         # what went wrong lately
  asterion job-details <job-id>             # everything about one job, and why it waits
  asterion doctor                           # is anything wrong, and what to do about it`,
    );
  const commands = [
    askCommand(exit),
    listJobsCommand(),
    jobDetailsCommand(),
    cancelJobCommand(),
    retryJobCommand(),
    failuresCommand(),
    retryFailuresCommand(),
    queueMetricsCommand(),
    ledgerCommand(),
    pauseCommand(),
    resumeCommand(),
    schedulesCommand(),
    reclaimStuckJobsCommand(),
    archiveOldJobsCommand(),
    runWorkerCommand(exit),
    drainCommand(),
    doctorCommand(exit),
    migrateCommand(),
    proofCommand(exit),
  ];
  for (const command of commands) program.addCommand(command);
  answerForItself(program);
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    return failed(error);
  }
}

/** Commander must not end the process, whichever command of which depth is meant. */
function answerForItself(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how)');
  for (const inner of command.commands) answerForItself(inner);
}

/** The CLI's one catch: a sentence on stderr and the exit code. */
function failed(thrown: unknown): ExitCode {
  const isLost = thrown instanceof ConnectionLost;
  const error = isLost ? thrown.cause : thrown;
  // Commander has already said what it had to say; help that was asked for is a success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigError || error instanceof UsageError) return say(message, 2);
  if (error instanceof CommandError || error instanceof MigrationError) return say(message, 1);
  if (isLost || cannotConnect(error))
    return say(`The database cannot be reached: ${message || 'it refuses the connection'}`, 1);
  return say(error instanceof Error ? (error.stack ?? message) : message, 1);
}

function say(text: string, code: ExitCode): ExitCode {
  process.stderr.write(`${text}\n`);
  return code;
}

// `| head` closes the pipe: whoever reads has seen enough.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv);
