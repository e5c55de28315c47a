// /api/schedules: the viewer's recurring prompts.
import { createScheduleOperation, listSchedulesOperation } from '#app/door/operations/schedules.ts';
import { handle } from '#app/handle.ts';
import { createSchedule, listSchedules } from '#lib/store/schedules/schedules.ts';

export const GET = handle(listSchedulesOperation, async ({ db, viewer }) => ({
  schedules: await listSchedules(db, viewer),
}));

export const POST = handle(createScheduleOperation, ({ db, viewer, body }) => createSchedule(db, viewer, body));
