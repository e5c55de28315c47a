// GET /api/workers: the processes that work, and what they hold.
import { listWorkersOperation } from '#app/door/operations/operator.ts';
import { handle } from '#app/handle.ts';
import { listWorkerViews } from '#lib/store/operator/worker-views.ts';
import { readHealth } from '#lib/store/stats.ts';

export const GET = handle(listWorkersOperation, async ({ db, viewer }) => {
  const [{ now }, workers] = await Promise.all([readHealth(db), listWorkerViews(db, viewer)]);
  return { now, workers };
});
