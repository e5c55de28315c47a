// The lines of the list: days, newest first, and under each its prompts, newest first.

import { createDayReader, dayName } from '#components/field/layout/day.ts';
import { byCreation } from '#components/field/layout/thread-tree.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export type ListEntry =
  | {
      readonly kind: 'day';
      readonly key: string;
      readonly name: string;
      readonly count: number;
      readonly orphans: number;
    }
  | { readonly kind: 'drop'; readonly key: string; readonly row: FieldDrop };

/** `today` is the viewer's local day, YYYY-MM-DD. Days are those of each prompt itself, in the viewer's zone. */
export function listEntries(rows: readonly FieldDrop[], timeZone: string, today: string): ListEntry[] {
  const dayOf = createDayReader(timeZone);
  const days = new Map<string, FieldDrop[]>();
  for (const row of [...rows].sort((a, b) => byCreation(b, a))) {
    const day = dayOf(row.created_at);
    const drops = days.get(day);
    if (drops === undefined) days.set(day, [row]);
    else drops.push(row);
  }
  return [...days].flatMap(([day, drops]): ListEntry[] => [
    {
      kind: 'day',
      key: day,
      name: dayName(day, today),
      count: drops.length,
      orphans: drops.filter((row) => row.state === 'failed').length,
    },
    ...drops.map((row): ListEntry => ({ kind: 'drop', key: row.prompt_id, row })),
  ]);
}

/** "just now", "4 min", "3 h" for today, else the local time of day. */
export function ageOf(instant: string, nowMs: number, timeZone: string): string {
  const at = Date.parse(instant);
  const minutes = Math.floor(Math.max(0, nowMs - at) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const dayOf = createDayReader(timeZone);
  if (dayOf(instant) === dayOf(new Date(nowMs).toISOString())) return `${Math.floor(minutes / 60)} h`;
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** Local time with its zone, and UTC: for a tooltip. */
export function instantWords(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(at);
  return `${local} (${timeZone})\n${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
