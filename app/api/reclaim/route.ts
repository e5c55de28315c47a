// POST /api/reclaim: one sweep over the jobs whose worker is gone.
import { reclaimOperation } from '#app/door/operations/operator.ts';
import { handle } from '#app/handle.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';

const most = 10_000;

export const POST = handle(reclaimOperation, async ({ db }) => {
  const { reclaimed, errors } = await reclaimLostJobs(db, { limit: most });
  return { reclaimed: reclaimed.map(({ jobId, state }) => ({ job_id: jobId, state })), errors: errors.length };
});
