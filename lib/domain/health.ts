// What GET /api/health says: whether the product works, and if not, which half of it.
import * as z from './wire/shape.ts';

export const healthAnswer = z.object({
  /** `ok`: prompts are taken and worked. `no_worker`: taken, but nobody works. `down`: the database is away (503). */
  status: z.enum(['ok', 'no_worker', 'down']),
  database: z.object({
    reachable: z.boolean(),
    /** Round trip of the health query, ms; null when the database is away. */
    latency_ms: z.nullable(z.number()),
  }),
  worker: z.object({
    /** A worker with a living lease exists. */
    seen: z.boolean(),
    count: z.int(),
    slots: z.int(),
    last_beat_at: z.nullable(z.string()),
  }),
  /** The live view's newest look at the log, ms ago while streams are open; null when nobody watches. */
  lag_ms: z.nullable(z.number()),
  /** How long the oldest claimable job has waited for a worker, ms; null when none waits. */
  oldest_ready_ms: z.nullable(z.number()),
  queued: z.int(),
  running: z.int(),
  /** Open live streams of this process. */
  streams: z.int(),
  version: z.string(),
  /** The database's clock, or this process's when the database is away. */
  now: z.string(),
});
export type HealthAnswer = z.infer<typeof healthAnswer>;
