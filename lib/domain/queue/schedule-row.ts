// A recurring prompt on the wire.
import { failureKinds } from '../failure.ts';
import { jobStates } from '../job.ts';
import * as z from '../wire/shape.ts';

/** What becomes of ticks that passed while nobody was there: none of them, the latest one, or each (at most 100). */
export const missedPolicies = ['skip', 'once', 'all'] as const;
export type MissedPolicy = (typeof missedPolicies)[number];

/** Instants are ISO 8601 with Z; `next_tick_at` is null when the expression has no further date. */
export const scheduleRow = z.object({
  id: z.string(),
  name: z.string(),
  cron: z.string(),
  time_zone: z.string(),
  missed: z.enum(missedPolicies),
  text: z.string(),
  /** provider/model asked for, or null for the default. */
  model: z.nullable(z.string()),
  /** 0 first, 100 last; null for the default. */
  priority: z.nullable(z.int()),
  max_attempts: z.nullable(z.int()),
  next_tick_at: z.nullable(z.string()),
  paused_at: z.nullable(z.string()),
  last_tick_at: z.nullable(z.string()),
  /** The prompt that the last tick sent. */
  last_prompt_id: z.nullable(z.string()),
  /** How that prompt stands now; null when its job was archived or deleted. */
  last_state: z.nullable(z.enum(jobStates)),
  last_error_kind: z.nullable(z.enum(failureKinds)),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
});
export type ScheduleRow = z.infer<typeof scheduleRow>;

/** GET /api/schedules, oldest first. */
export const scheduleList = z.object({ schedules: z.array(scheduleRow) });
export type ScheduleList = z.infer<typeof scheduleList>;

/** DELETE /api/schedules/:id. What it has sent stays. */
export const removedAnswer = z.object({ id: z.string(), removed: z.literal(true) });
