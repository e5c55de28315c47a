// POST /api/workers/:id/drain: it finishes what it has and claims nothing more.
import { drainWorkerOperation } from '#app/door/operations/operator.ts';
import { AppError, notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { listWorkerViews } from '#lib/store/operator/worker-views.ts';
import { drainWorker } from '#lib/store/workers.ts';

export const POST = handle(drainWorkerOperation, async ({ db, viewer, id }) => {
  await drainWorker(db, id);
  const [worker] = await listWorkerViews(db, viewer, id);
  if (worker === undefined) notFound('worker', 'id');
  if (worker.status !== 'draining')
    throw new AppError('already_ended', 'This worker is gone: it claims nothing anyway.');
  return worker;
});
