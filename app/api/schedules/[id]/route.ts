// DELETE /api/schedules/:id: it sends nothing any more.
import { removeScheduleOperation } from '#app/door/operations/schedules.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { removeSchedule } from '#lib/store/schedules/schedules.ts';

export const DELETE = handle(removeScheduleOperation, async ({ db, viewer, id }) => {
  if (!(await removeSchedule(db, viewer, id))) notFound('schedule', 'id');
  return { id, removed: true as const };
});
