// GET /api/queue: what many jobs wait for, asked once.
import { readQueueOperation } from '#app/door/operations/queue.ts';
import { handle } from '#app/handle.ts';
import { readQueue } from '#lib/store/queue/place.ts';

export const GET = handle(readQueueOperation, ({ db, viewer, query }) => readQueue(db, viewer, query.job_ids));
