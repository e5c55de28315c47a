// Tells a database that is away, which is waited for, from a statement it refused, which will never succeed.
import { ConnectionLost, sqlState } from './client.ts';

// SQLSTATE classes: connection, transaction rolled back, no resources, not in the state for it (no connections allowed,
// lock not available), operator intervention (restart), system error; and 25006, a primary that has become a standby.
const passing = /^(08|40|53|55|57|58|25006)/;

/** True when the same statement may work later. A fault of our own is none, however often it is tried. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof ConnectionLost : passing.test(state);
}
