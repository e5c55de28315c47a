// POST /api/workers/:id/undrain: it claims again.
import { undrainWorkerOperation } from '#app/door/operations/operator.ts';
import { AppError, notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { listWorkerViews } from '#lib/store/operator/worker-views.ts';
import { undrainWorker } from '#lib/store/workers.ts';

export const POST = handle(undrainWorkerOperation, async ({ db, viewer, id }) => {
  await undrainWorker(db, id);
  const [worker] = await listWorkerViews(db, viewer, id);
  if (worker === undefined) notFound('worker', 'id');
  if (worker.status !== 'working') throw new AppError('already_ended', 'This worker is gone: it cannot claim again.');
  return worker;
});
