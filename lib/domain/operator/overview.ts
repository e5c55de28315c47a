// The operator's overview on the wire: counts, what ended when, how long things took, what stands still, what is wrong.
import { jobKinds, jobStates } from '../job.ts';
import * as z from '../wire/shape.ts';
import { finding } from './finding.ts';
import { pauseRow } from './pause.ts';

/** What ended in one slice of time, by how it ended. */
export const endedSlice = z.object({
  /** Start of the slice. */
  at: z.string(),
  succeeded: z.count(),
  failed: z.count(),
  cancelled: z.count(),
});
export type EndedSlice = z.infer<typeof endedSlice>;

/** Waits from when a job could have run to its first claim, runs from its last claim to its end; null when none ended. */
export const spans = z.object({
  jobs: z.count(),
  wait_p50_ms: z.nullable(z.number()),
  wait_p95_ms: z.nullable(z.number()),
  run_p50_ms: z.nullable(z.number()),
  run_p95_ms: z.nullable(z.number()),
});
export type Spans = z.infer<typeof spans>;

/** Why a job stands still although it should not. */
export const stuckReasons = ['lost', 'too_long', 'overdue', 'for_nothing'] as const;
export type StuckReason = (typeof stuckReasons)[number];

export const stuckJob = z.object({
  job_id: z.string(),
  prompt_id: z.nullable(z.string()),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  label: z.string(),
  reason: z.enum(stuckReasons),
  /** Since when it has not moved. */
  since: z.string(),
  worker_id: z.nullable(z.string()),
});
export type StuckJob = z.infer<typeof stuckJob>;

export const overviewAnswer = z.object({
  now: z.string(),
  counts: z.object({
    /** A free slot would take it. */
    ready: z.count(),
    /** Backing off, scheduled for later, or waiting for another answer. */
    waiting: z.count(),
    running: z.count(),
    /** All that failed and were not run again, however long ago. */
    failed: z.count(),
    /** How long the oldest ready job has been waiting, ms; null when none is. */
    oldest_ready_ms: z.nullable(z.number()),
  }),
  /** The last 60 minutes and the last 24 hours, oldest first, without gaps; the last slice is still filling. */
  minutes: z.array(endedSlice),
  hours: z.array(endedSlice),
  hour: spans,
  day: spans,
  workers: z.object({
    alive: z.count(),
    draining: z.count(),
    /** Of those that claim. */
    slots: z.count(),
    last_beat_at: z.nullable(z.string()),
  }),
  pauses: z.array(pauseRow),
  /** At most 50, the longest still first; whoever runs without a worker can be reclaimed. */
  stuck: z.array(stuckJob),
  stuck_count: z.count(),
  /** How many of them POST /api/reclaim would take back now. */
  reclaimable: z.count(),
  database: z.object({
    version: z.string(),
    /** One statement there and back, ms. */
    answer_ms: z.number(),
    connections: z.count(),
    max_connections: z.count(),
  }),
  /** Open live streams of the answering process, and since when it last looked at the event log, ms; null while nobody watches. */
  streams: z.count(),
  event_lag_ms: z.nullable(z.number()),
  /** What the doctor would say that is not well; empty when all is. */
  findings: z.array(finding),
});
export type OverviewAnswer = z.infer<typeof overviewAnswer>;

/** POST /api/reclaim. `errors`: jobs that could not be taken back; the next sweep looks at them again. */
export const reclaimAnswer = z.object({
  reclaimed: z.array(z.object({ job_id: z.string(), state: z.enum(['queued', 'failed']) })),
  errors: z.count(),
});
export type ReclaimAnswer = z.infer<typeof reclaimAnswer>;
