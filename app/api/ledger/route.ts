// GET /api/ledger: what models were asked for, added up.
import { daysOf, inKnownZone } from '#app/door/ledger-days.ts';
import { readLedgerOperation } from '#app/door/operations/ledger.ts';
import { handle } from '#app/handle.ts';
import { readLedger } from '#lib/store/ledger/report.ts';

export const GET = handle(readLedgerOperation, ({ db, viewer, query: { group, zone, limit, ...asked } }) =>
  inKnownZone(() => readLedger(db, viewer, { group, zone, limit, ...daysOf({ zone, ...asked }) })),
);
