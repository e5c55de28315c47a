// The rows of the ledger with the share of each, and their sum below.
import { DataTable } from '#components/operator/frame/data-table.tsx';
import { countWords, noFigure, shareWords } from '#components/operator/frame/figure-words.ts';
import { modelWords } from '#components/ui/model-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { LedgerReport, LedgerRow, LedgerSums } from '#lib/domain/ledger/ledger-report.ts';
import { costWords, tokensOf } from './ledger-words.ts';

const headings = { day: 'Day', model: 'Model', thread: 'Thread' } as const;

export function LedgerTable({ report }: { readonly report: LedgerReport }) {
  const { group, rows, totals } = report;
  const hasPrices = totals.cost_usd !== null && totals.cost_usd > 0;
  const weightOf = (row: LedgerSums) => (hasPrices ? (row.cost_usd ?? 0) : tokensOf(row));
  const all = weightOf(totals);
  return (
    <DataTable label={`Ledger by ${group}`}>
      <thead>
        <tr>
          <th scope="col">{headings[group]}</th>
          <th scope="col">Share of {hasPrices ? 'cost' : 'tokens'}</th>
          <th scope="col" data-figure>
            Calls
          </th>
          <th scope="col" data-figure>
            Tokens in
          </th>
          <th scope="col" data-figure>
            Cached
          </th>
          <th scope="col" data-figure>
            Tokens out
          </th>
          <th scope="col" data-figure>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="max-w-[40ch] truncate !font-normal">
              <Name group={group} row={row} />
            </th>
            <td>
              <Share of={all === 0 ? 0 : weightOf(row) / all} />
            </td>
            <Figures sums={row} />
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line-strong">
        <tr className="font-medium">
          <th scope="row">Total</th>
          <td />
          <Figures sums={totals} />
        </tr>
      </tfoot>
    </DataTable>
  );
}

function Name({ group, row }: { readonly group: LedgerReport['group']; readonly row: LedgerRow }) {
  if (group === 'model') return <span title={row.key}>{modelWords(row.key)}</span>;
  if (group === 'day' || row.key === '') return row.label;
  return (
    <PageLink
      href={`/mission?drop=${row.key}&dock=thread`}
      title={row.label}
      className="text-water-ink hover:underline"
    >
      {row.label}
    </PageLink>
  );
}

function Share({ of }: { readonly of: number }) {
  return (
    <span className="flex min-w-32 items-center gap-2">
      <span aria-hidden="true" className="h-1.5 min-w-16 flex-1 overflow-clip rounded-full bg-hover">
        <span
          className="block h-full rounded-full bg-water"
          style={{ width: `${Math.max(of > 0 ? 1.5 : 0, 100 * of)}%` }}
        />
      </span>
      <span className="w-12 text-right text-small text-dim">{shareWords(of)}</span>
    </span>
  );
}

function Figures({ sums }: { readonly sums: LedgerSums }) {
  const about = sums.estimated > 0 ? '≈ ' : '';
  const title =
    sums.estimated > 0 ? `${countWords(sums.estimated)} of ${countWords(sums.calls)} calls estimated` : undefined;
  return (
    <>
      <td data-figure>{countWords(sums.calls)}</td>
      <td data-figure title={title}>
        {about}
        {countWords(sums.tokens_in)}
      </td>
      <td data-figure>{sums.tokens_cached === 0 ? noFigure : countWords(sums.tokens_cached)}</td>
      <td data-figure title={title}>
        {about}
        {countWords(sums.tokens_out)}
      </td>
      <td data-figure>{costWords(sums)}</td>
    </>
  );
}
