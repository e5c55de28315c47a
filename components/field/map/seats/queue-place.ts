// What a waiting drop may expect: its place in the line, and an honest guess of when its turn comes.
import { durationWords } from '#components/field/drop-view.ts';
import type { DropRow } from '#lib/domain/drop.ts';

const sampleSize = 50;
const samplesFrom = 5;
/** Durations farther apart than this say nothing about the next one. Source: field contract §10. */
const spreadLimit = 4;

/** "2nd in line · about 40 s", without the guess where there is none; null for a drop that waits for something else. */
export function queueWords(row: DropRow, rows: Iterable<DropRow>): string | null {
  if (row.state !== 'queued' || row.attempt > 1 || row.available_at === null || row.job_id === '') return null;
  const known = [...rows];
  const place = 1 + known.filter((other) => isWaiting(other) && other !== row && isBefore(other, row)).length;
  const ms = turnComesInMs(row, place, known);
  const guess = ms === null ? '' : ms < 1_000 ? ' · any moment' : ` · about ${durationWords(roughly(ms))}`;
  return `◌ ${place === 1 ? 'next' : ordinal(place)} in line${guess}`;
}

/** The median of the model's last answers × place ÷ those at work; null when too few or too different are known. */
export function turnComesInMs(row: DropRow, place: number, rows: readonly DropRow[]): number | null {
  const took = rows
    .filter((other) => other.state === 'succeeded' && other.model === row.model)
    .sort((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? 1 : -1))
    .slice(0, sampleSize)
    .map(({ started_at, finished_at }) => Date.parse(finished_at ?? '') - Date.parse(started_at ?? ''))
    .filter((ms) => ms >= 0)
    .sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor((took.length - 1) * share)] ?? 0;
  if (took.length < samplesFrom || at(0.9) > spreadLimit * Math.max(at(0.1), 250)) return null;
  // Somebody waits, so every slot is taken: as many as there are at work.
  const slots = Math.max(1, rows.filter((other) => other.state === 'running').length);
  return (at(0.5) * place) / slots;
}

function isWaiting(row: DropRow): boolean {
  return row.state === 'queued' && row.available_at !== null;
}

function isBefore(a: DropRow, b: DropRow): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.available_at !== b.available_at) return (a.available_at ?? '') < (b.available_at ?? '');
  return a.created_at < b.created_at;
}

/** A guess is not said to the second. */
function roughly(ms: number): number {
  const step = ms < 20_000 ? 1_000 : ms < 120_000 ? 10_000 : 60_000;
  return Math.max(step, Math.round(ms / step) * step);
}

function ordinal(place: number): string {
  const ending = place % 100 >= 11 && place % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
