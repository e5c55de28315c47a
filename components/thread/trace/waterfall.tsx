// Where the time of a job went: one row per attempt on a common axis, waits hatched, its worker's beats as dots.
import { instantWords, spanWords } from '#components/ui/time-words.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { type BeatMark, beatMarks, beatWords } from './beats.ts';
import { extentOf, type Span, type SpanKind, type TraceRow } from './spans.ts';
import { spanNames } from './trace-words.ts';
import './waterfall.css';

interface WaterfallProps {
  readonly rows: readonly TraceRow[];
  readonly job: JobDetails;
  /** The server's clock. */
  readonly nowMs: number;
}

export function Waterfall({ rows, job, nowMs }: WaterfallProps) {
  const { fromMs, toMs } = extentOf(rows);
  const place = (ms: number) => `${(100 * (ms - fromMs)) / (toMs - fromMs)}%`;
  const beats = new Map<number, BeatMark[]>(
    rows.flatMap(({ attempt }) => (attempt === null ? [] : [[attempt.claim, beatMarks(job, attempt, nowMs)] as const])),
  );
  const marksOf = ({ attempt }: TraceRow) => (attempt === null ? [] : (beats.get(attempt.claim) ?? []));
  const all = [...beats.values()].flat();
  const kinds = new Set(rows.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
  return (
    <div className="space-y-2 text-small">
      <ol className="space-y-1">
        {rows.map((row, index) => {
          const { attempt, spans } = row;
          return (
            <li key={attempt?.claim ?? 'next'} className="flex items-center gap-2">
              <span className="w-6 shrink-0 text-right text-dim">{attempt === null ? '…' : index + 1}</span>
              <span className="sr-only">
                {[rowWords(spans), beatWords(marksOf(row))].filter((words) => words !== null).join('; ')}
              </span>
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
                {marksOf(row).map(({ atMs, isMissing }) => (
                  <span
                    key={atMs}
                    className={isMissing ? 'beat is-missing' : 'beat'}
                    title={`${isMissing ? 'No beat of its worker in the half minute to' : 'Beat of its worker at'} ${instantWords(new Date(atMs).toISOString())}`}
                    style={{ left: place(Math.min(atMs, toMs)) }}
                  />
                ))}
              </div>
            </li>
          );
        })}
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
        {all.length > 0 && (
          <li className="flex items-center gap-1.5">
            <span aria-hidden="true" className="beat is-key" />
            Beats
          </li>
        )}
        {all.some(({ isMissing }) => isMissing) && (
          <li className="flex items-center gap-1.5 text-salmon-ink">
            <span aria-hidden="true" className="beat is-key is-missing" />
            No beat
          </li>
        )}
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
