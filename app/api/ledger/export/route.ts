// GET /api/ledger/export: the ledger as a file, sent as it is read.
import { Reply } from '#app/door/exchange.ts';
import { daysOf, inKnownZone } from '#app/door/ledger-days.ts';
import { exportLedgerOperation } from '#app/door/operations/ledger.ts';
import { safeHeaders } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { ledgerLines } from '#lib/store/ledger/ledger-file.ts';

/** Without it Excel reads UTF-8 as something else. */
const byteOrderMark = '\uFEFF';

export const GET = handle(exportLedgerOperation, async ({ db, viewer, query: { group, zone, ...asked } }) => {
  const days = daysOf({ zone, ...asked });
  const pieces = ledgerLines(db, viewer, { group, zone, ...days });
  // The first piece is read before the answer begins: until then a fault is still a refusal.
  const first = await inKnownZone(() => pieces.next());
  const headers = {
    ...safeHeaders,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="ledger-by-${group}-${days.from}-to-${days.to}.csv"`,
  };
  return new Reply(200, headers, joined(`${byteOrderMark}${first.value ?? ''}`, pieces));
});

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
