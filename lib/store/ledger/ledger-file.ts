// The ledger as lines of a CSV file, a page at a time: however many calls there are, few of them are in memory.
import type { Viewer } from '#lib/auth/viewer.ts';
import { type CsvCell, csvLine } from '#lib/domain/ledger/csv.ts';
import type { LedgerFile } from '#lib/domain/ledger/ledger-report.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { knownZone, type LedgerQuery, modelName, ofDays, readLedger, threadOf } from './report.ts';

const pageSize = 5_000;
/** More threads than any spreadsheet shows; the file says its totals nowhere, so nothing adds up wrongly. */
const mostGroups = 100_000;

const sumNames = [
  'calls',
  'tokens_in',
  'tokens_out',
  'tokens_cached',
  'cost_usd',
  'calls_without_price',
  'calls_estimated',
];

/** Pieces of the file in order, its heading in the first. Of the viewer; a null viewer is the operator. Throws UnknownZone. */
export async function* ledgerLines(
  db: Database,
  viewer: Viewer | null,
  { group, ...query }: LedgerQuery & { readonly group: LedgerFile },
): AsyncGenerator<string> {
  if (group === 'call') return yield* callLines(db, viewer, query);
  const { rows } = await readLedger(db, viewer, { ...query, group, limit: mostGroups });
  const names = group === 'day' ? [`day (${query.zone})`] : group === 'model' ? ['model'] : ['thread', 'first_line'];
  yield csvLine([...names, ...sumNames]);
  for (let at = 0; at < rows.length; at += pageSize)
    yield rows
      .slice(at, at + pageSize)
      .map((row) => csvLine([row.key, ...(group === 'thread' ? [row.label] : []), ...sumCells(row)]))
      .join('');
}

function sumCells(row: {
  readonly calls: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly tokens_cached: number;
  readonly cost_usd: number | null;
  readonly unpriced: number;
  readonly estimated: number;
}): CsvCell[] {
  return [row.calls, row.tokens_in, row.tokens_out, row.tokens_cached, row.cost_usd, row.unpriced, row.estimated];
}

interface CallRow {
  readonly id: number;
  readonly at: string;
  readonly model: string;
  readonly job_id: string;
  readonly attempt: number;
  readonly thread: string | null;
  readonly first_line: string | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly tokens_cached: number;
  readonly cost_usd: number | null;
  readonly is_estimate: boolean;
  readonly latency_ms: number;
  readonly first_token_ms: number | null;
}

const callNames = [
  'time (UTC)',
  'model',
  'job',
  'attempt',
  'thread',
  'first_line',
  'tokens_in',
  'tokens_out',
  'tokens_cached',
  'cost_usd',
  'estimated',
  'latency_ms',
  'first_token_ms',
];

async function* callLines(db: Database, viewer: Viewer | null, query: LedgerQuery): AsyncGenerator<string> {
  let after = 0;
  let heading = csvLine(callNames);
  for (;;) {
    const values = [viewer?.orgId ?? null, viewer?.userId ?? null, query.from, query.to, query.zone, after, pageSize];
    const rows = await knownZone(() => run<CallRow & Record<string, unknown>>(db, callsStatement, values));
    yield heading + rows.map(callLine).join('');
    heading = '';
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

function callLine(row: CallRow): string {
  return csvLine([
    row.at,
    row.model,
    row.job_id,
    row.attempt,
    row.thread,
    row.first_line,
    row.tokens_in,
    row.tokens_out,
    row.tokens_cached,
    row.cost_usd,
    row.is_estimate ? 'yes' : 'no',
    row.latency_ms,
    row.first_token_ms,
  ]);
}

// In the order of the ids, which is that of the calls' ends: a page begins where the one before ended.
const callsStatement: Statement = {
  name: 'ledger_calls',
  text: `
select l.id, l.created_at as at, ${modelName} as model, l.job_id, l.attempt, root.id as thread, root.label as first_line,
  l.tokens_in, l.tokens_out, l.tokens_cached, l.cost_usd, l.is_estimate, l.latency_ms, l.first_token_ms
from (select * from ledger l where ${ofDays} and l.id > $6 order by l.id limit $7) l ${threadOf} order by l.id`,
};
