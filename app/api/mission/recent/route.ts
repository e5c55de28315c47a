// GET /api/mission/recent: the whole field, or what changed in it.
import { readRecentOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';
import { formatCursor, parseCursor } from '#lib/domain/event.ts';
import { readField } from '#lib/store/field.ts';

export const GET = handle(readRecentOperation, async ({ db, viewer, query }) => {
  const since = query.since === undefined ? null : parseCursor(query.since);
  const { rows, asOf, now, reset } = await readField(db, viewer, since === null ? {} : { since });
  return { rows, as_of: formatCursor(asOf), now, reset };
});
