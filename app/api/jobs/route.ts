// GET /api/jobs: a page of the viewer's jobs.
import { listJobsOperation } from '#app/door/operations/jobs.ts';
import { handle } from '#app/handle.ts';
import { listJobs } from '#lib/store/jobs/list/list-jobs.ts';

export const GET = handle(listJobsOperation, ({ db, viewer, query: { error_kind, q, ...query } }) =>
  listJobs(db, viewer, { ...query, errorKind: error_kind, text: q }),
);
