// GET /api/jobs/:id: one job in full.
import { readJobOperation } from '#app/door/operations.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { readJob } from '#lib/store/jobs/details.ts';

export const GET = handle(readJobOperation, async ({ db, viewer, id }) => {
  return (await readJob(db, viewer, id)) ?? notFound('job', 'id');
});
