// Prompts that are sent again and again: the request at the door, and when the next tick is.
import { z } from 'zod';
import { executionOptions, promptText } from './prompt.ts';
import { type MissedPolicy, missedPolicies } from './queue/schedule-row.ts';
import { isCron, isTimeZone, nextTick } from './queue/ticks.ts';

const mostMissed = 100;

/** Five fields (minute hour day month weekday), or six with seconds first; names and @daily work. */
const cronExpression = z
  .string()
  .max(200, 'cron is longer than 200 characters')
  .refine(isCron, 'cron is not a cron expression, e.g. `0 7 * * 1-5` (minute hour day month weekday)');

const timeZone = z.string().refine(isTimeZone, 'time_zone is not an IANA time zone, e.g. `Europe/Berlin`');

export const scheduleRequest = z.strictObject({
  name: z.string().trim().min(1, 'name is empty').max(120, 'name is longer than 120 characters'),
  cron: cronExpression,
  time_zone: timeZone.default('UTC'),
  missed: z.enum(missedPolicies, 'missed must be skip, once or all').default('once'),
  text: promptText,
  options: executionOptions.optional(),
  priority: z.int().min(0).max(100).optional(),
  session_id: z.guid({ error: 'session_id must be a UUID' }).optional(),
});
export type ScheduleRequest = z.infer<typeof scheduleRequest>;

/** PATCH /api/schedules/:id: the fields to change; `options` are replaced as a whole. */
export const scheduleChange = z
  .strictObject({
    name: scheduleRequest.shape.name.optional(),
    cron: cronExpression.optional(),
    time_zone: timeZone.optional(),
    missed: scheduleRequest.shape.missed.unwrap().optional(),
    text: promptText.optional(),
    options: executionOptions.optional(),
    priority: scheduleRequest.shape.priority,
  })
  .refine((change) => Object.keys(change).length > 0, 'nothing to change: name a field');
export type ScheduleChange = z.infer<typeof scheduleChange>;

/** What of a schedule is submitted at each tick. */
export const scheduledPrompt = scheduleRequest.pick({ text: true, options: true, priority: true, session_id: true });
export type ScheduledPrompt = z.infer<typeof scheduledPrompt>;

/** The ticks to fire now for a schedule that was due at `due`, oldest first, and the tick to wait for next. */
export function dueTicks(
  schedule: { readonly cron: string; readonly time_zone: string; readonly missed: MissedPolicy },
  due: Date,
  now: Date,
): { readonly fire: Date[]; readonly next: Date | null } {
  const passed = [due];
  let next = nextTick(schedule.cron, schedule.time_zone, due);
  while (next !== null && next <= now && passed.length < mostMissed * 10) {
    passed.push(next);
    next = nextTick(schedule.cron, schedule.time_zone, next);
  }
  if (next !== null && next <= now) next = nextTick(schedule.cron, schedule.time_zone, now);
  return { fire: choose(schedule.missed, passed, now), next };
}

/** A tick counts as missed once a later one has passed, or a minute after its time. */
function choose(policy: MissedPolicy, passed: readonly Date[], now: Date): Date[] {
  const latest = passed.slice(-1);
  if (policy === 'all') return passed.slice(-mostMissed);
  if (policy === 'once') return latest;
  return latest.filter((tick) => now.getTime() - tick.getTime() < 60_000);
}
