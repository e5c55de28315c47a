// POST /api/schedules/:id/resume: it sends again, from now on.
import { resumeScheduleOperation } from '#app/door/operations/schedules.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { listSchedules, pauseSchedule } from '#lib/store/schedules/schedules.ts';

export const POST = handle(resumeScheduleOperation, async ({ db, viewer, id }) => {
  await pauseSchedule(db, viewer, id, false);
  return (await listSchedules(db, viewer, id))[0] ?? notFound('schedule', 'id');
});
