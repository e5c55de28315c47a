// Old jobs on the wire: how many there are, and what one part of archiving them did.
import * as z from '../wire/shape.ts';

export const oldJobs = z.object({
  /** ISO 8601: what ended earlier counts as old. */
  before: z.string(),
  /** Older runs of the same prompts included. */
  jobs: z.count(),
});
export type OldJobs = z.infer<typeof oldJobs>;

export const archivedPart = z.object({
  moved: z.count(),
  /** False when nothing that may go was left. */
  more: z.boolean(),
});
export type ArchivedPart = z.infer<typeof archivedPart>;
