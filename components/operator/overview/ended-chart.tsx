// What ended, slice by slice: bars of answers with what failed in salmon on top; said in words to those who cannot see it.
import { type PointerEvent, useState } from 'react';
import { countWords, shareWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import type { EndedSlice } from '#lib/domain/operator/overview.ts';
import { busiestOf, niceTop, sliceWords, totalOf } from './slices.ts';

interface EndedChartProps {
  readonly title: string;
  readonly unit: 'minute' | 'hour';
  readonly slices: readonly EndedSlice[];
  /** Said under the left end. */
  readonly from: string;
}

const height = 84;
const step = 10;
const bar = 7;

export function EndedChart({ title, unit, slices, from }: EndedChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(...slices.map(totalOf), 0));
  const pointed = at === null ? undefined : slices[at];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * slices.length);
    setAt(Math.min(slices.length - 1, Math.max(0, index)));
  };
  const y = (count: number) => (count / top) * height;
  return (
    <Panel title={title} note={pointed === undefined ? totalWords(slices) : sliceWords(pointed, unit)}>
      <div className="flex gap-2">
        <svg
          role="img"
          aria-label={`${title}. ${spokenWords(slices, unit)}`}
          viewBox={`0 0 ${slices.length * step} ${height}`}
          preserveAspectRatio="none"
          className="h-21 min-w-0 flex-1 overflow-visible"
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
        >
          <line
            x1="0"
            x2={slices.length * step}
            y1="0.5"
            y2="0.5"
            stroke="var(--line)"
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
          />
          {slices.map((slice, index) => {
            const x = index * step + (step - bar) / 2;
            const [done, stopped, failed] = [y(slice.succeeded), y(slice.cancelled), y(slice.failed)];
            return (
              <g key={slice.at} opacity={at === null || at === index ? 1 : 0.45}>
                {totalOf(slice) === 0 && <rect x={x} y={height - 1} width={bar} height={1} fill="var(--line-strong)" />}
                <rect x={x} y={height - done} width={bar} height={done} fill="var(--state-settled)" />
                <rect x={x} y={height - done - stopped} width={bar} height={stopped} fill="var(--state-cancelled)" />
                <rect
                  x={x}
                  y={height - done - stopped - failed}
                  width={bar}
                  height={failed}
                  fill="var(--state-orphan)"
                />
              </g>
            );
          })}
        </svg>
        <span aria-hidden="true" className="w-9 text-right text-[11px] leading-none text-dim">
          {countWords(top)}
        </span>
      </div>
      <p aria-hidden="true" className="mt-1.5 mr-11 flex justify-between text-[11px] leading-4 text-dim">
        <span>{from}</span>
        <span>now</span>
      </p>
    </Panel>
  );
}

function totalWords(slices: readonly EndedSlice[]): string {
  const all = slices.reduce((sum, slice) => sum + totalOf(slice), 0);
  if (all === 0) return 'nothing ended';
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  return `${countWords(all)} ended${failed === 0 ? '' : ` · ${countWords(failed)} didn’t work, ${shareWords(failed / all)}`}`;
}

function spokenWords(slices: readonly EndedSlice[], unit: 'minute' | 'hour'): string {
  const busiest = busiestOf(slices);
  const most = busiest === undefined ? '' : ` Busiest ${unit}: ${sliceWords(busiest, unit)}.`;
  return `${totalWords(slices)}.${most}`;
}
