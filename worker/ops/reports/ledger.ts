// `asterion ledger`: tokens and cost by day, model or thread, as a table, JSON or CSV.
import { Command, InvalidArgumentError } from 'commander';
import {
  type LedgerFile,
  type LedgerReport,
  type LedgerRow,
  type LedgerSums,
  ledgerFiles,
  rangeOf,
} from '#lib/domain/ledger/ledger-report.ts';
import { isTimeZone } from '#lib/domain/queue/ticks.ts';
import type { Database } from '#lib/store/client.ts';
import { ledgerLines } from '#lib/store/ledger/ledger-file.ts';
import { readLedger, UnknownZone } from '#lib/store/ledger/report.ts';
import { oneOf, UsageError, wholeNumber, withDatabase } from '../command.ts';
import { printJson, printLine, printTable } from '../print.ts';

interface Options {
  readonly by: LedgerFile;
  readonly from?: string;
  readonly to?: string;
  readonly zone: string;
  readonly limit: number;
  readonly csv?: boolean;
  readonly json?: boolean;
}

export function ledgerCommand(): Command {
  return new Command('ledger')
    .helpGroup('Queue:')
    .description('show tokens and cost by day, model or thread')
    .option('--by <what>', `${ledgerFiles.join(', ')} (call: with --csv)`, oneOf(ledgerFiles), 'day')
    .option('--from <day>', 'first day; thirty days when left out', day)
    .option('--to <day>', 'last day; today when left out', day)
    .option('--zone <name>', 'time zone of the days', zone, 'UTC')
    .option('--limit <n>', 'at most n rows in a table or JSON', wholeNumber(1, 500), 100)
    .option('--csv', 'print CSV, all rows')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Calls of failed and stopped attempts count too. A ≈ marks sums with tokens estimated here because the
provider did not say; a cost leaves out calls whose price is not known.

Examples:
  asterion ledger --by model --from 2026-12-01 --zone Europe/Berlin
  asterion ledger --by call --csv > calls.csv`,
    )
    .action(async (options: Options) => {
      if (options.csv && options.json) throw new UsageError('Ask for --csv or --json, not both.');
      try {
        await withDatabase((db) => print(db, options));
      } catch (error) {
        if (error instanceof UnknownZone)
          throw new UsageError(`The database does not know the time zone ${options.zone}.`);
        throw error;
      }
    });
}

async function print(db: Database, { by, zone, limit, csv, json, ...asked }: Options): Promise<void> {
  const named = {
    ...(asked.from === undefined ? {} : { from: asked.from }),
    ...(asked.to === undefined ? {} : { to: asked.to }),
  };
  const days = rangeOf(zone, new Date(), named);
  if (days === null) throw new UsageError('--from is after --to.');
  if (csv) {
    for await (const piece of ledgerLines(db, null, { group: by, zone, ...days })) process.stdout.write(piece);
    return;
  }
  if (by === 'call') throw new UsageError('Single calls are printed with --csv only.');
  const report = await readLedger(db, null, { group: by, limit, zone, ...days });
  if (json) printJson(report);
  else if (report.rows.length === 0) printLine(`No model was asked from ${days.from} to ${days.to} (${zone}).`);
  else printReport(report);
}

function printReport({ group, zone, rows, left_off, totals }: LedgerReport): void {
  const name = group === 'day' ? `day (${zone})` : group;
  printTable<LedgerRow>([...rows, { key: '', label: 'all', ...totals }], {
    [name]: (row) => (group === 'thread' && row.key !== '' ? `${row.key}  ${row.label.slice(0, 60)}` : row.label),
    calls: (row) => row.calls,
    in: (row) => about(row, row.tokens_in),
    out: (row) => about(row, row.tokens_out),
    cached: (row) => row.tokens_cached,
    'cost $': (row) => (row.cost_usd === null ? null : about(row, row.cost_usd.toFixed(4))),
    'no price': (row) => row.unpriced,
  });
  if (left_off > 0) printLine(`\n${left_off} more rows: --limit, or --csv for all`);
}

function about({ estimated }: LedgerSums, figure: number | string): string {
  return estimated > 0 ? `≈ ${figure}` : String(figure);
}

function day(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || new Date(text).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day like 2026-12-31.');
  return text;
}

function zone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError('It must be an IANA time zone like Europe/Berlin.');
  return text;
}
