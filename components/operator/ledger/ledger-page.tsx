// The ledger: what models were asked for and what it cost, by day, model or thread.
'use client';
import { useMemo } from 'react';
import { counted, countWords, shortCount } from '#components/operator/frame/figure-words.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { Panel } from '#components/operator/frame/panel.tsx';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { useUrlState } from '#components/ui/use-url-state.ts';
import { type LedgerReport, type LedgerSums, ledgerGroupings } from '#lib/domain/ledger/ledger-report.ts';
import { readLedger } from '#lib/live/operator/ledger-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { DownloadMenu } from './download-menu.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { browserZone, commandOf, daysOf, ledgerShape, queryOf } from './ledger-url.ts';
import { costWords } from './ledger-words.ts';
import { RangePicker } from './range-picker.tsx';

const names = { day: 'By day', model: 'By model', thread: 'By thread' } as const;

export function LedgerPage() {
  const [url, change] = useUrlState(ledgerShape);
  const zone = useMemo(browserZone, []);
  const nowMs = useServerNow(true);
  const now = new Date(nowMs === 0 ? Date.now() : nowMs);
  const by = url.by ?? 'day';
  const days = daysOf(url, zone, now);
  const { data, error, refresh } = useLiveQuery(['ledger', by, days.from, days.to, zone], (signal) =>
    readLedger(queryOf(by, days, zone), signal),
  );
  return (
    <>
      <PageHeader
        title="Ledger"
        says="Tokens and cost of every model call, those of failed and stopped attempts included."
        command={commandOf(by, days, zone)}
      />
      <RangePicker days={days} zone={zone} now={now} onChange={(next) => change(next)} />
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {data === undefined ? (
        error == null && <LoadingState label="The ledger is coming" rows={8} />
      ) : (
        <Report
          report={data}
          onGroup={(next) => change({ by: next === 'day' ? null : next })}
          by={by}
          downloads={<DownloadMenu by={by} days={days} zone={zone} />}
        />
      )}
    </>
  );
}

interface ReportProps {
  readonly report: LedgerReport;
  readonly by: LedgerReport['group'];
  readonly onGroup: (group: LedgerReport['group']) => void;
  readonly downloads: React.ReactNode;
}

function Report({ report, by, onGroup, downloads }: ReportProps) {
  const { totals, rows, left_off } = report;
  if (totals.calls === 0)
    return (
      <EmptyState icon="list" title="No model was asked in these days">
        <p>Choose other days, or send a prompt in the field: its call is here as soon as it ends.</p>
      </EmptyState>
    );
  return (
    <>
      <Totals totals={totals} />
      <Panel
        title={names[by]}
        isFlush
        note={
          left_off > 0
            ? `the first ${countWords(rows.length)}; ${counted(left_off, 'row')} more in the file`
            : undefined
        }
        actions={
          <>
            <fieldset className="flex rounded-small border border-line-strong bg-raised p-0.5">
              <legend className="sr-only">Add up by</legend>
              {ledgerGroupings.map((group) => (
                <button
                  key={group}
                  type="button"
                  aria-pressed={group === by}
                  onClick={() => onGroup(group)}
                  className="h-6 rounded-[6px] px-2.5 text-small text-dim capitalize hover:text-ink aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
                >
                  {group}
                </button>
              ))}
            </fieldset>
            {downloads}
          </>
        }
      >
        <LedgerTable report={report} />
      </Panel>
      <Legend totals={totals} />
    </>
  );
}

function Totals({ totals }: { readonly totals: LedgerSums }) {
  const about = totals.estimated > 0 ? '≈ ' : '';
  const tiles: readonly (readonly [string, string, string])[] = [
    ['Cost', costWords(totals), totals.unpriced === 0 ? '' : `${counted(totals.unpriced, 'call')} without a price`],
    ['Tokens in', about + shortCount(totals.tokens_in), exactly(totals.tokens_in)],
    ['of these cached', shortCount(totals.tokens_cached), exactly(totals.tokens_cached)],
    ['Tokens out', about + shortCount(totals.tokens_out), exactly(totals.tokens_out)],
    [
      'Model calls',
      countWords(totals.calls),
      totals.estimated === 0 ? '' : `${countWords(totals.estimated)} estimated`,
    ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {tiles.map(([name, figure, note]) => (
        <div key={name} className="min-w-0 rounded-card border border-line bg-panel px-4 py-3">
          <dt className="text-small text-dim">{name}</dt>
          <dd className="truncate text-[20px] leading-7 font-semibold" title={figure}>
            {figure}
          </dd>
          <dd className="h-4 truncate text-small text-dim">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The whole figure, where the short one leaves something out. */
function exactly(count: number): string {
  return count < 1_000 ? '' : countWords(count);
}

function Legend({ totals }: { readonly totals: LedgerSums }) {
  return (
    <div className="space-y-1 text-small text-dim">
      {totals.estimated > 0 && (
        <p>
          ≈ holds calls whose tokens were estimated here, at about four characters a token: their provider did not say,
          or they were stopped first.
        </p>
      )}
      {totals.unpriced > 0 && (
        <p>
          A cost leaves out calls whose price is not known. Prices are set by{' '}
          <code className="font-mono">ASTERION_PRICES</code> and count from then on.
        </p>
      )}
    </div>
  );
}
