// `asterion failures`: failed jobs in groups of the same cause.
import { Command } from 'commander';
import { explainFailure, type FailureKind, failureKinds } from '#lib/domain/failure.ts';
import { readFailureGroups } from '#lib/store/failures/groups.ts';
import { oneOf, wholeNumber, withDatabase } from '../command.ts';
import { printJson, printLine, printTable, time } from '../print.ts';

interface Options {
  readonly hours: number;
  readonly ever?: boolean;
  readonly errorKind?: FailureKind;
  readonly limit: number;
  readonly json?: boolean;
}

/** Parts of each group's timeline in the JSON. */
const parts = 24;

export function failuresCommand(): Command {
  return new Command('failures')
    .helpGroup('Jobs:')
    .description('show failed jobs in groups of the same cause, the largest first')
    .option('--hours <n>', 'failed in the last n hours', wholeNumber(1, 87_600), 24)
    .option('--ever', 'however long ago they failed')
    .option('--error-kind <kind>', failureKinds.join(', '), oneOf(failureKinds))
    .option('--limit <n>', 'at most n groups', wholeNumber(1, 200), 50)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A group is an error kind and a message without its numbers, ids and quoted words. Only jobs that
nobody has run again count.

Examples:
  asterion failures --hours 1
  asterion retry-failures <group>           # run all of one group again`,
    )
    .action(async ({ hours, ever, errorKind, limit, json }: Options) => {
      const withinMs = ever === true ? null : hours * 3_600_000;
      const answer = await withDatabase((db) => readFailureGroups(db, null, { withinMs, errorKind, limit, parts }));
      if (json) return printJson(answer);
      if (answer.groups.length === 0)
        return printLine(ever === true ? 'Nothing has failed.' : `Nothing failed in the last ${hours} h.`);
      printTable(answer.groups, {
        group: (row) => row.group_id,
        jobs: (row) => row.count,
        kind: (row) => row.error_kind,
        'first (UTC)': (row) => time(row.first_at),
        'last (UTC)': (row) => time(row.last_at),
        models: (row) => row.models.map(({ model }) => model).join(', '),
        'a job of it': (row) => row.sample.job_id,
        message: (row) => row.pattern || explainFailure(row.error_kind),
      });
      if (answer.left_off > 0) printLine(`\n${answer.left_off} more groups: --limit`);
    });
}
