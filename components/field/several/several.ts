// What can be done with several drops at once, counted exactly.
import { type DropLook, lookOf } from '#components/field/drop-view.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** Looks that run again when a person asks for all of a selection. Answers that are there are not paid for twice. */
const runsAgain: ReadonlySet<DropLook> = new Set(['failed', 'unsent', 'cancelled']);
const stops: ReadonlySet<DropLook> = new Set(['queued', 'backing-off', 'running']);

/** Prompt ids, by what can be done with them. */
export interface Doable {
  readonly retry: readonly string[];
  readonly stop: readonly string[];
  /** Ended ones that are not put away yet. */
  readonly archive: readonly string[];
  readonly restore: readonly string[];
}

/** What a retry, a stop, an archive or a restore of these rows would reach. What was put away can only be brought back. */
export function doableWith(rows: Iterable<FieldDrop>): Doable {
  const doable = { retry: [] as string[], stop: [] as string[], archive: [] as string[], restore: [] as string[] };
  for (const row of rows) {
    const look = lookOf(row);
    if (row.archived_at !== undefined) {
      doable.restore.push(row.prompt_id);
      continue;
    }
    if (runsAgain.has(look)) doable.retry.push(row.prompt_id);
    else if (stops.has(look) && row.local?.kind !== 'retrying') doable.stop.push(row.prompt_id);
    if (row.finished_at !== null && row.local?.kind !== 'retrying') doable.archive.push(row.prompt_id);
  }
  return doable;
}

/** The orphans among some drops: what "Retry all" of a day runs again. */
export function orphansAmong(ids: readonly string[], byId: ReadonlyMap<string, FieldDrop>): readonly string[] {
  return ids.filter((id) => {
    const row = byId.get(id);
    return row !== undefined && lookOf(row) === 'failed';
  });
}
