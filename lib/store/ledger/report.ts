// What models were asked for, added up by day, model or thread over some days of a time zone.
import type { Viewer } from '#lib/auth/viewer.ts';
import type {
  DayRange,
  LedgerGrouping,
  LedgerReport,
  LedgerRow,
  LedgerSums,
} from '#lib/domain/ledger/ledger-report.ts';
import { type Database, run, type Statement, sqlState } from '#lib/store/client.ts';

export interface LedgerQuery extends DayRange {
  /** IANA name. */
  readonly zone: string;
}

/** PostgreSQL keeps its own list of zones; JavaScript knows some that it does not. */
export class UnknownZone extends Error {
  override readonly name = 'UnknownZone';
}

/** Of the viewer; a null viewer is the operator and sees every org. Days by date, newest first; others by tokens. Throws UnknownZone. */
export async function readLedger(
  db: Database,
  viewer: Viewer | null,
  { group, limit, zone, from, to }: LedgerQuery & { readonly group: LedgerGrouping; readonly limit: number },
): Promise<LedgerReport> {
  const values = [viewer?.orgId ?? null, viewer?.userId ?? null, from, to, zone, limit];
  const [row] = await knownZone(() => run<ReportRow & Record<string, unknown>>(db, statements[group], values));
  if (row === undefined) throw new Error('the ledger statement returned no row');
  const rows = row.rows ?? [];
  return { group, zone, from, to, rows, left_off: Math.max(0, row.known - rows.length), totals: row.totals };
}

interface ReportRow {
  readonly rows: LedgerRow[] | null;
  readonly known: number;
  readonly totals: LedgerSums;
}

/** Runs a statement that names a zone. */
export async function knownZone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === '22023')
      throw new UnknownZone('the database does not know this time zone', { cause: error });
    throw error;
  }
}

/** Calls of the asked days as `l`; ledger_by_age finds them. */
export const ofDays = `
($1::bigint is null or l.org_id = $1) and ($2::bigint is null or l.created_by = $2)
  and l.created_at >= $3::date::timestamp at time zone $5::text and l.created_at < ($4::date + 1)::timestamp at time zone $5::text`;

/** The demo model is its own provider: one word says it. */
export const modelName = `case when l.provider = l.model then l.model else l.provider || '/' || l.model end`;

/** From a call to the thread it was made in, also when its job has gone to the archive. */
export const threadOf = `
left join job j on j.id = l.job_id left join job_archive a on a.id = l.job_id and j.id is null
left join entity p on p.id = coalesce(j.prompt_id, a.prompt_id) left join entity root on root.id = p.root_id`;

const sums = (of: string) => `
count(*) as calls, sum(${of}.tokens_in) as tokens_in, sum(${of}.tokens_out) as tokens_out, sum(${of}.tokens_cached) as tokens_cached,
  sum(${of}.cost_usd) as cost_usd, count(*) filter (where ${of}.cost_usd is null) as unpriced, count(*) filter (where ${of}.is_estimate) as estimated`;

const fields = (of: string) =>
  ['calls', 'tokens_in', 'tokens_out', 'tokens_cached', 'cost_usd', 'unpriced', 'estimated']
    .map((name) => `'${name}', ${of}.${name}`)
    .join(', ');

const report = (key: string, label: string, joins: string, order: string) => `
with grouped as materialized (
  select ${key} as key, min(${label}) as label, ${sums('l')} from ledger l ${joins} where ${ofDays} group by 1
), shown as (
  select * from grouped order by ${order} limit $6
), total as (
  select coalesce(sum(calls), 0) as calls, coalesce(sum(tokens_in), 0) as tokens_in, coalesce(sum(tokens_out), 0) as tokens_out,
    coalesce(sum(tokens_cached), 0) as tokens_cached, sum(cost_usd) as cost_usd, coalesce(sum(unpriced), 0) as unpriced,
    coalesce(sum(estimated), 0) as estimated from grouped
)
select (select jsonb_agg(jsonb_build_object('key', s.key, 'label', s.label, ${fields('s')}) order by ${order}) from shown s) as rows,
  (select count(*) from grouped) as known, (select jsonb_build_object(${fields('t')}) from total t) as totals`;

const byTokens = 'tokens_in + tokens_out desc, key';
const day = `to_char(l.created_at at time zone $5::text, 'YYYY-MM-DD')`;

const statements: Readonly<Record<LedgerGrouping, Statement>> = {
  day: { name: 'ledger_by_day', text: report(day, day, '', 'key desc') },
  model: { name: 'ledger_by_model', text: report(modelName, modelName, '', byTokens) },
  thread: {
    name: 'ledger_by_thread',
    text: report(`coalesce(root.id::text, '')`, `coalesce(root.label, 'No thread')`, threadOf, byTokens),
  },
};
