// GET and POST /api/jobs/archive: how many jobs are old, and one part of moving them to the archive.
import { archivePartOperation, readOldJobsOperation } from '#app/door/operations/archive.ts';
import { handle } from '#app/handle.ts';
import { archivePart, countOldJobs } from '#lib/store/jobs/archive.ts';

export const GET = handle(readOldJobsOperation, async ({ db, viewer, query: { before } }) => ({
  before,
  jobs: await countOldJobs(db, viewer, before),
}));

export const POST = handle(archivePartOperation, async ({ db, viewer, body: { before } }) => {
  const moved = await archivePart(db, viewer, before);
  return { moved, more: moved > 0 };
});
