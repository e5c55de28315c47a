// POST /api/schedules/:id/pause: it sends nothing until it is resumed.
import { pauseScheduleOperation } from '#app/door/operations/schedules.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { listSchedules, pauseSchedule } from '#lib/store/schedules/schedules.ts';

export const POST = handle(pauseScheduleOperation, async ({ db, viewer, id }) => {
  await pauseSchedule(db, viewer, id, true);
  return (await listSchedules(db, viewer, id))[0] ?? notFound('schedule', 'id');
});
