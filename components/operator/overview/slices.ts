// Slices of what ended, in figures and words.
import { countWords } from '#components/operator/frame/figure-words.ts';
import type { EndedSlice } from '#lib/domain/operator/overview.ts';

export function totalOf({ succeeded, failed, cancelled }: EndedSlice): number {
  return succeeded + failed + cancelled;
}

/** The slice in which most ended; undefined when nothing ended in any. */
export function busiestOf(slices: readonly EndedSlice[]): EndedSlice | undefined {
  const [most] = slices.toSorted((a, b) => totalOf(b) - totalOf(a));
  return most !== undefined && totalOf(most) > 0 ? most : undefined;
}

/** The upper end of the axis: a round figure, never below 4, so that a single job is no full bar and nothing jumps with each one. */
export function niceTop(most: number): number {
  if (most <= 4) return 4;
  const size = 10 ** Math.floor(Math.log10(most));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
  return Math.ceil(size * (steps.find((one) => one * size >= most) ?? 10));
}

/** "14:05 · 12 ready, 1 didn’t work", in the reader's own zone. */
export function sliceWords(slice: EndedSlice, unit: 'minute' | 'hour', zone?: string): string {
  const clock = (iso: string | number) =>
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      ...(zone === undefined ? {} : { timeZone: zone }),
    }).format(new Date(iso));
  const span = unit === 'minute' ? clock(slice.at) : `${clock(slice.at)}–${clock(Date.parse(slice.at) + 3_600_000)}`;
  const parts = [
    ...(slice.succeeded > 0 ? [`${countWords(slice.succeeded)} ready`] : []),
    ...(slice.failed > 0 ? [`${countWords(slice.failed)} didn’t work`] : []),
    ...(slice.cancelled > 0 ? [`${countWords(slice.cancelled)} stopped`] : []),
  ];
  return `${span} · ${parts.length === 0 ? 'nothing' : parts.join(', ')}`;
}
