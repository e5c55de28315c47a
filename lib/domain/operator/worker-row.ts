// A worker process on the wire, with what it is doing now.
import { jobKinds } from '../job.ts';
import * as z from '../wire/shape.ts';

/** One job that a worker holds. Label and prompt are empty when it belongs to another org. */
export const workerJob = z.object({
  job_id: z.string(),
  prompt_id: z.nullable(z.string()),
  label: z.string(),
  kind: z.enum(jobKinds),
  attempt: z.int(),
  started_at: z.nullable(z.string()),
});
export type WorkerJob = z.infer<typeof workerJob>;

/**
 * `working`: claims. `draining`: finishes what it has. `silent`: its lease is over and it did not say goodbye; its jobs
 * are being taken back. `ended`: it stopped in good order.
 */
export const workerStatuses = ['working', 'draining', 'silent', 'ended'] as const;
export type WorkerStatus = (typeof workerStatuses)[number];

export const workerRow = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Of the product it runs; null when it did not say. */
  version: z.nullable(z.string()),
  status: z.enum(workerStatuses),
  slots: z.count(),
  running: z.count(),
  kinds: z.array(z.enum(jobKinds)),
  models: z.array(z.object({ id: z.string(), label: z.string(), provider: z.string() })),
  started_at: z.string(),
  beat_at: z.string(),
  lease_until: z.string(),
  /** At most 50, the oldest first. */
  jobs: z.array(workerJob),
});
export type WorkerView = z.infer<typeof workerRow>;

/** GET /api/workers: the living first; those that are gone stay in the list for an hour. */
export const workerList = z.object({ now: z.string(), workers: z.array(workerRow) });
export type WorkerList = z.infer<typeof workerList>;
