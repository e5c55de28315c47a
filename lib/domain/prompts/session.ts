// Conversations as a list shows them.
import * as z from '../wire/shape.ts';

export const sessionRow = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  pinned_at: z.nullable(z.string()),
  archived_at: z.nullable(z.string()),
  /** When its newest prompt was sent. */
  last_prompt_at: z.string(),
  /** What to open; null when it holds no prompt. */
  last_prompt_id: z.nullable(z.string()),
  prompts: z.int(),
  /** Jobs of it that run right now. */
  running: z.int(),
});
export type SessionRow = z.infer<typeof sessionRow>;

/** GET /api/sessions: pinned ones first, then by their newest prompt. */
export const sessionList = z.object({ sessions: z.array(sessionRow), next_cursor: z.nullable(z.string()) });
export type SessionList = z.infer<typeof sessionList>;
