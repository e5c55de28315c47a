// How sums of the ledger are said: costs with as many digits as mean something, and what they leave out.
import { noFigure } from '#components/operator/frame/figure-words.ts';
import type { LedgerSums } from '#lib/domain/ledger/ledger-report.ts';

export function tokensOf({ tokens_in, tokens_out }: LedgerSums): number {
  return tokens_in + tokens_out;
}

/** "$1,204.50", "$0.0042", "≈ $3.10" with estimated tokens in it, "at least $3.10" with calls of unknown price; "–" when nothing worth saying is known. */
export function costWords({ cost_usd, estimated, unpriced }: LedgerSums): string {
  if (cost_usd === null || (cost_usd === 0 && unpriced > 0)) return noFigure;
  const digits = cost_usd === 0 || cost_usd >= 1 ? 2 : 4;
  const dollars = `$${cost_usd.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
  const about = estimated > 0 ? `≈ ${dollars}` : dollars;
  return unpriced > 0 ? `at least ${about}` : about;
}
