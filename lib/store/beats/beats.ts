// What is kept of workers' beats: stretches without a long silence, so that a trace can show where a beat is missing.
import { type Database, run } from '#lib/store/client.ts';

/** First and last beat of a stretch in which no silence was longer than 15 s. ISO 8601. */
export interface BeatStretch {
  readonly worker_id: string;
  readonly from_at: string;
  readonly to_at: string;
}

/**
 * The stretches of these workers that touch the time since `sinceIso`, oldest first, and for each worker without any its
 * last one before: a silent worker is told from one of whom nothing is kept.
 */
export function readBeats(db: Database, workerIds: readonly string[], sinceIso: string): Promise<BeatStretch[]> {
  return run<BeatStretch & Record<string, unknown>>(db, readStatement, [workerIds, sinceIso]);
}

const readStatement = {
  name: 'read_beats',
  text: `
select b.worker_id, b.from_at, b.to_at from unnest($1::uuid[]) w cross join lateral (
  select * from worker_beat b where b.worker_id = w and b.to_at >= $2::timestamptz
  union all
  (select * from worker_beat b where b.worker_id = w and b.to_at < $2::timestamptz order by b.from_at desc limit 1)
) b order by b.from_at limit 2000`,
};

/** Removes stretches that ended more than `days` ago. */
export async function pruneBeats(db: Database, days: number): Promise<void> {
  await run(
    db,
    { name: 'prune_beats', text: 'delete from worker_beat where to_at < db_now() - make_interval(days => $1)' },
    [days],
  );
}
