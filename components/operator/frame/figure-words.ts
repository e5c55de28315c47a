// How figures are said on the operator pages: short, steady in width, the same everywhere.
import { spanWords } from '#components/ui/time-words.ts';

/** Stands for a figure that is not known. */
export const noFigure = '–';

/** "1,042". */
export function countWords(count: number): string {
  return count.toLocaleString('en');
}

/** "1 job", "1,042 jobs". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** "950", "12.4 k", "3.1 M": for axes and narrow columns. */
export function shortCount(count: number): string {
  if (Math.abs(count) < 1_000) return String(Math.round(count));
  const [size, unit] = Math.abs(count) < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  const value = count / size;
  return `${value.toFixed(Math.abs(value) < 100 ? 1 : 0)} ${unit}`;
}

/** "0 %", "0.4 %", "12 %"; null is not known. */
export function shareWords(share: number | null): string {
  if (share === null) return noFigure;
  const percent = share * 100;
  const digits = percent > 0 && percent < 10 ? 1 : 0;
  return `${percent.toFixed(digits)}\u00a0%`;
}

/** A length of time, milliseconds included: "4 ms", "340 ms", "1.2 s", "12 s", "3 min 04 s"; null is not known. */
export function lengthWords(ms: number | null): string {
  if (ms === null) return noFigure;
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  return ms >= 86_400_000
    ? `${Math.floor(ms / 86_400_000)} d ${Math.floor((ms % 86_400_000) / 3_600_000)} h`
    : spanWords(ms);
}

/** "just now", "12 s ago", "3 min ago", "2 h ago", "4 d ago"; `nowMs` is the server's clock. */
export function agoWords(iso: string | null, nowMs: number): string {
  if (iso === null) return 'never';
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(iso)) / 1_000));
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** "in 12 s", "in 3 min", "in 2 h", "in 4 d"; "now" when it is due. */
export function untilWords(iso: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(iso) - nowMs) / 1_000);
  if (seconds <= 0) return 'now';
  if (seconds < 60) return `in ${seconds} s`;
  if (seconds < 3_600) return `in ${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `in ${Math.round(seconds / 3_600)} h`;
  return `in ${Math.round(seconds / 86_400)} d`;
}
