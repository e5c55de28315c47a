// GET /api/jobs/:id/queue: what one job waits for, and its place in the line.
import { readPlaceOperation } from '#app/door/operations/queue.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { readQueue } from '#lib/store/queue/place.ts';

export const GET = handle(readPlaceOperation, async ({ db, viewer, id }) => {
  const { places } = await readQueue(db, viewer, [id]);
  return places[0] ?? notFound('job', 'id');
});
