// Puts its price on the model call of an ending, before it is written down: the price of that day stays with it.
import { costOf, type ModelPrice, type UsedTokens } from '#lib/domain/ledger/price.ts';
import type { Ending } from '../run-job.ts';

/** The same ending; a call of unknown price is left without one. */
export function priced(ending: Ending, prices: readonly ModelPrice[]): Ending {
  if (ending.type !== 'settle')
    return ending.used === undefined ? ending : { ...ending, used: withCost(ending.used, prices) };
  const { ledger } = ending.outcome;
  if (ledger === undefined) return ending;
  return { ...ending, outcome: { ...ending.outcome, ledger: withCost(ledger, prices) } };
}

function withCost<Used extends UsedTokens>(used: Used, prices: readonly ModelPrice[]): Used {
  const costUsd = costOf(used, prices);
  return costUsd === undefined ? used : { ...used, costUsd };
}
