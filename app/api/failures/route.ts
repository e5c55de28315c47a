// GET /api/failures: what goes wrong, grouped by cause.
import { listFailuresOperation } from '#app/door/operations/failures.ts';
import { handle } from '#app/handle.ts';
import { readFailureGroups } from '#lib/store/failures/groups.ts';

/** Bars of each group's timeline. */
const parts = 24;

export const GET = handle(listFailuresOperation, ({ db, viewer, query: { hours, error_kind, limit } }) =>
  readFailureGroups(db, viewer, {
    withinMs: hours === undefined ? null : hours * 3_600_000,
    errorKind: error_kind,
    limit,
    parts,
  }),
);
