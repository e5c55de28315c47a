// GET /api/jobs: a page of the viewer's jobs.
import { listJobsOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';
import { listJobs } from '#lib/store/jobs/details.ts';

export const GET = handle(listJobsOperation, ({ db, viewer, query }) => listJobs(db, viewer, query));
