// `asterion drain`: a worker claims nothing more and finishes what it has.
import { setTimeout as wait } from 'node:timers/promises';
import { Argument, Command } from 'commander';
import type { Database } from '#lib/store/client.ts';
import { drainWorker, listWorkers, undrainWorker, type WorkerRow } from '#lib/store/workers.ts';
import { CommandError, jobId, UsageError, wholeNumber, withDatabase } from '../command.ts';
import { printJson, printLine, printTable, time } from '../print.ts';

interface Options {
  readonly all?: boolean;
  readonly wait?: number;
  readonly undo?: boolean;
  readonly json?: boolean;
}

const lookEveryMs = 500;

export function drainCommand(): Command {
  return new Command('drain')
    .helpGroup('Workers:')
    .description('let a worker finish what it has and claim nothing more')
    .addArgument(new Argument('[worker-id]', 'as queue-metrics shows it').argParser(jobId))
    .option('--all', 'every living worker')
    .option('--wait <seconds>', 'until nothing runs there; exit code 1 when it takes longer', wholeNumber(1, 86_400))
    .option('--undo', 'let it claim again')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The process stays until it is stopped (SIGTERM), and then has nothing left to hand back.

Examples:
  asterion drain 0b6c3d2e-5b0a-4c56-9a39-2f1d0f6f1f0a --wait 120 && kill <pid>
  asterion drain --all
  asterion drain --all --undo`,
    )
    .action(async (id: string | undefined, options: Options) => {
      if ((id === undefined) === (options.all !== true)) throw new UsageError('Name one worker, or say --all.');
      const left = await withDatabase((db) => drain(db, id, options));
      if (options.json) printJson({ workers: left });
      else printWorkers(left, options);
      const running = left.reduce((sum, worker) => sum + worker.running, 0);
      if (options.wait !== undefined && running > 0)
        throw new CommandError(`${running} jobs still run after ${options.wait} s.`);
    });
}

async function drain(db: Database, id: string | undefined, options: Options): Promise<WorkerRow[]> {
  const mine = async () =>
    (await listWorkers(db)).filter((worker) => worker.isAlive && (id === undefined || worker.id === id));
  const found = await mine();
  if (found.length === 0 && id !== undefined) throw new CommandError(`There is no living worker ${id}.`);
  for (const worker of found) await (options.undo ? undrainWorker : drainWorker)(db, worker.id);
  const until = performance.now() + (options.wait ?? 0) * 1_000;
  let left = await mine();
  while (left.some(({ running }) => running > 0) && performance.now() < until) {
    await wait(lookEveryMs);
    left = await mine();
  }
  return left;
}

function printWorkers(workers: readonly WorkerRow[], { undo }: Options): void {
  if (workers.length === 0) printLine('There is no living worker.');
  else printLine(undo ? 'These claim again:' : 'These claim nothing more:');
  if (workers.length > 0)
    printTable(workers, {
      worker: (row) => row.id,
      host: (row) => row.host,
      pid: (row) => row.pid,
      state: (row) => row.state,
      'still running': (row) => row.running,
      'last beat (UTC)': (row) => time(row.beatAt),
    });
}
