// /api/schedules/:id: changed, or made to send nothing any more.
import { changeScheduleOperation, removeScheduleOperation } from '#app/door/operations/schedules.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { changeSchedule, listSchedules, removeSchedule } from '#lib/store/schedules/schedules.ts';

export const PATCH = handle(changeScheduleOperation, async ({ db, viewer, id, body }) => {
  await changeSchedule(db, viewer, id, body);
  return (await listSchedules(db, viewer, id))[0] ?? notFound('schedule', 'id');
});

export const DELETE = handle(removeScheduleOperation, async ({ db, viewer, id }) => {
  if (!(await removeSchedule(db, viewer, id))) notFound('schedule', 'id');
  return { id, removed: true as const };
});
