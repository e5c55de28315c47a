// Putting prompts away and bringing them back: what both answer.
import * as z from '../wire/shape.ts';

/** POST /api/prompts/archive. A prompt goes with all that continues it. */
export const archiveAnswer = z.object({
  /** Prompts that are out of the field now, the continuations with them. */
  archived: z.array(z.string()),
  /** Asked for, and kept: something of theirs is still at work. */
  kept: z.array(z.string()),
});
export type ArchiveAnswer = z.infer<typeof archiveAnswer>;

/** POST /api/prompts/restore. A prompt comes back with what it continues and what continues it. */
export const restoreAnswer = z.object({ restored: z.array(z.string()) });
export type RestoreAnswer = z.infer<typeof restoreAnswer>;
