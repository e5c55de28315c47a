// Where a job stands in the queue: what it waits for, how many go before it, and an honest guess of how long.
import { jobStates } from '../job.ts';
import * as z from '../wire/shape.ts';

/**
 * Why a job isn't running. `turn`: it is ready and waits for a free slot. `paused`: its kind, model or provider is held
 * back. `limited`: its model is at the limit that was set for it. `no_worker`: nobody alive takes its kind. `running` and `ended` wait for nothing.
 */
export const waitReasons = [
  'running',
  'ended',
  'dependency',
  'backoff',
  'scheduled',
  'paused',
  'limited',
  'no_worker',
  'turn',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** Jobs ahead are counted up to this many; `ahead_is_more` says that there are others. */
export const countedAhead = 2_000;

export const queuePlace = z.object({
  job_id: z.string(),
  prompt_id: z.nullable(z.string()),
  state: z.enum(jobStates),
  reason: z.enum(waitReasons),
  /** The reason as a sentence for a person. */
  detail: z.string(),
  /** 1 is next. Null unless the job is ready. */
  position: z.nullable(z.int()),
  ahead: z.nullable(z.int()),
  ahead_is_more: z.boolean(),
  /** Until it is answered, about, in ms; never below 0. Null when an honest guess isn't possible. */
  eta_ms: z.nullable(z.number()),
  /** When the wait ends by itself (backoff, schedule, pause, limit); null when that isn't known. */
  until: z.nullable(z.string()),
  /** Jobs that have to succeed first and haven't yet. */
  waits_for: z.array(z.string()),
});
export type QueuePlace = z.infer<typeof queuePlace>;

/** GET /api/queue. `slots` are those of living workers; jobs that aren't the viewer's are left out. */
export const queueAnswer = z.object({ now: z.string(), slots: z.int(), places: z.array(queuePlace) });
export type QueueAnswer = z.infer<typeof queueAnswer>;

/** How long jobs of one lane took lately: of at most 50 that succeeded. */
export interface LaneSpeed {
  readonly samples: number;
  readonly medianMs: number;
  /** The slowest tenth begins here. */
  readonly highMs: number;
  readonly lowMs: number;
}

const fewestSamples = 5;
const widestSpread = 4;

/**
 * The median × the position ÷ the slots, and never less than one median ÷ slots. Null with fewer than 5 samples, a spread
 * above 4 ×, or nobody to work: a wrong guess is worse than none.
 */
export function etaMs(position: number, slots: number, speed: LaneSpeed | undefined): number | null {
  if (speed === undefined || slots < 1 || position < 1) return null;
  if (speed.samples < fewestSamples || speed.highMs > speed.lowMs * widestSpread) return null;
  return Math.max(0, Math.round((speed.medianMs * position) / slots));
}
