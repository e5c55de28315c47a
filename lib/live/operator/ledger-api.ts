// What the ledger page asks.
import { type LedgerReport, ledgerReport } from '#lib/domain/ledger/ledger-report.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

/** Names and values as GET /api/ledger takes them. */
export function readLedger(
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<LedgerReport> {
  const search = new URLSearchParams(query);
  return ask(access, ledgerReport, `/api/ledger?${search}`, signal === undefined ? {} : { signal });
}
