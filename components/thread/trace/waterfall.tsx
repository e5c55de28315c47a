// Where the time of a job went: one row per attempt on a common axis, waits hatched.
import { spanWords } from '#components/ui/time-words.ts';
import { extentOf, type Span, type SpanKind, type TraceRow } from './spans.ts';
import { spanNames } from './trace-words.ts';
import './waterfall.css';

interface WaterfallProps {
  readonly rows: readonly TraceRow[];
  /** The running attempt's last beat, ms of the server's clock. */
  readonly lastBeatMs: number | null;
}

export function Waterfall({ rows, lastBeatMs }: WaterfallProps) {
  const { fromMs, toMs } = extentOf(rows);
  const place = (ms: number) => `${(100 * (ms - fromMs)) / (toMs - fromMs)}%`;
  const kinds = new Set(rows.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
  return (
    <div className="space-y-2 text-small">
      <ol className="space-y-1">
        {rows.map(({ attempt, spans }, index) => (
          <li key={attempt?.claim ?? 'next'} className="flex items-center gap-2">
            <span className="w-6 shrink-0 text-right text-dim">{attempt === null ? '…' : index + 1}</span>
            <span className="sr-only">{rowWords(spans)}</span>
            <div aria-hidden="true" className="relative h-5 min-w-0 flex-1 rounded-[4px] bg-hover">
              {spans.map((span) => (
                <span
                  key={`${span.kind} ${span.fromMs}`}
                  title={`${spanNames[span.kind]} ${spanWords(span.toMs - span.fromMs)}`}
                  className="span"
                  data-kind={span.kind}
                  style={{
                    left: place(span.fromMs),
                    width: `max(1.5px, ${(100 * (span.toMs - span.fromMs)) / (toMs - fromMs)}%)`,
                  }}
                />
              ))}
              {attempt !== null && attempt.finished_at === null && lastBeatMs !== null && (
                <span
                  className="beat"
                  title="Last beat of its worker"
                  style={{ left: place(Math.min(lastBeatMs, toMs)) }}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <div className="flex justify-between pl-8 text-dim" aria-hidden="true">
        <span>0</span>
        <span>{spanWords((toMs - fromMs) / 2)}</span>
        <span>{spanWords(toMs - fromMs)}</span>
      </div>
      <ul aria-label="Key" className="flex flex-wrap gap-x-3 gap-y-1 pl-8 text-dim">
        {[...kinds].map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className="span-key" data-kind={kind} />
            {spanNames[kind]} {totalWords(rows, kind)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function rowWords(spans: readonly Span[]): string {
  return spans.map(({ kind, fromMs, toMs }) => `${spanNames[kind]} ${spanWords(toMs - fromMs)}`).join(', ');
}

function totalWords(rows: readonly TraceRow[], kind: SpanKind): string {
  const spans = rows.flatMap((row) => row.spans).filter((span) => span.kind === kind);
  return spanWords(spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0));
}
