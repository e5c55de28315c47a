// `asterion retry-failures`: runs a whole group of failed jobs again.
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Database } from '#lib/store/client.ts';
import { noteFailures } from '#lib/store/failures/note-failures.ts';
import { countFailures, retryFailures } from '#lib/store/failures/retry-failures.ts';
import { readHealth } from '#lib/store/stats.ts';
import { CommandError, wholeNumber, withDatabase } from '../command.ts';
import { printJson, printLine, printProgress } from '../print.ts';

interface Options {
  readonly hours: number;
  readonly ever?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const partSize = 100;

export function retryFailuresCommand(): Command {
  return new Command('retry-failures')
    .helpGroup('Jobs:')
    .description('run all failed jobs of one group again')
    .addArgument(new Argument('<group>', 'as failures shows it').argParser(groupId))
    .option('--hours <n>', 'only what failed in the last n hours', wholeNumber(1, 87_600), 24)
    .option('--ever', 'however long ago they failed')
    .option('--dry-run', 'say how many there are and change nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
What fails again meanwhile is left alone. It may be stopped at any time and started again: nothing
runs twice. Each job keeps its history and is marked as superseded by its new one.

Example:
  asterion retry-failures 3f2a91c07d5e --dry-run`,
    )
    .action(async (group: string, { hours, ever, dryRun, json }: Options) => {
      const withinMs = ever === true ? null : hours * 3_600_000;
      const done = await withDatabase((db) => retryAll(db, group, withinMs, dryRun === true));
      if (done.found === 0) throw new CommandError(`No failed job of that time is in the group ${group}.`);
      if (json) return printJson(done);
      if (dryRun) printLine(`${done.found} jobs would run again.`);
      else printLine(`${done.retried} of ${done.found} jobs run again.`);
    });
}

interface Done {
  readonly group: string;
  readonly found: number;
  readonly retried: number;
  readonly left_alone: number;
}

async function retryAll(db: Database, groupId: string, withinMs: number | null, isDry: boolean): Promise<Done> {
  await noteFailures(db, withinMs);
  // The database's clock decides what is old, not the one of whoever asks.
  const { now } = await readHealth(db);
  const since = withinMs === null ? undefined : new Date(Date.parse(now) - withinMs).toISOString();
  const found = await countFailures(db, null, { groupId, since, until: now });
  let [retried, leftAlone] = [0, 0];
  let cursor: string | undefined;
  while (!isDry) {
    const part = await retryFailures(db, null, { groupId, since, until: now, cursor, limit: partSize });
    retried += part.retried.length;
    leftAlone += part.left_alone;
    printProgress(`${retried} of ${found}`);
    if (part.next_cursor === null) break;
    cursor = part.next_cursor;
  }
  if (!isDry) printProgress('');
  return { group: groupId, found, retried, left_alone: leftAlone };
}

function groupId(text: string): string {
  if (!/^[0-9a-f]{12}$/.test(text))
    throw new InvalidArgumentError('A group is 12 hexadecimal digits, as failures shows it.');
  return text;
}
