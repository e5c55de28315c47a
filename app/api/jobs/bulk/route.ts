// POST /api/jobs/bulk: many jobs retried or stopped, with an outcome for each.
import { manyJobsOperation } from '#app/door/operations/jobs.ts';
import { handle } from '#app/handle.ts';
import { doToMany } from '#lib/store/jobs/list/many-jobs.ts';

export const POST = handle(manyJobsOperation, async ({ db, viewer, body }) => ({
  outcomes: await doToMany(db, viewer, body.action, body.job_ids),
}));
