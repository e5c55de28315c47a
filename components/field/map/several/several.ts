// What can be done with several drops at once, counted exactly.
import { type DropLook, lookOf } from '#components/field/drop-view.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** Looks that run again when a person asks for all of a selection. Answers that are there are not paid for twice. */
const runsAgain: ReadonlySet<DropLook> = new Set(['failed', 'unsent', 'cancelled']);
const stops: ReadonlySet<DropLook> = new Set(['queued', 'backing-off', 'running']);

export interface Doable {
  readonly retry: readonly string[];
  readonly stop: readonly string[];
}

/** Prompt ids of the rows that a retry or a stop would reach. */
export function doableWith(rows: Iterable<FieldDrop>): Doable {
  const retry: string[] = [];
  const stop: string[] = [];
  for (const row of rows) {
    const look = lookOf(row);
    if (runsAgain.has(look)) retry.push(row.prompt_id);
    else if (stops.has(look) && row.local?.kind !== 'retrying') stop.push(row.prompt_id);
  }
  return { retry, stop };
}

/** The orphans among some drops: what "Retry all" of a day runs again. */
export function orphansAmong(ids: readonly string[], byId: ReadonlyMap<string, FieldDrop>): readonly string[] {
  return ids.filter((id) => {
    const row = byId.get(id);
    return row !== undefined && lookOf(row) === 'failed';
  });
}
