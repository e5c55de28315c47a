// POST /api/failures/retry: the next part of a group runs again.
import { retryFailuresOperation } from '#app/door/operations/failures.ts';
import { handle } from '#app/handle.ts';
import { retryFailures } from '#lib/store/failures/retry-failures.ts';

export const POST = handle(retryFailuresOperation, ({ db, viewer, body: { group_id, ...part } }) =>
  retryFailures(db, viewer, { groupId: group_id, ...part }),
);
