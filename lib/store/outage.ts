// Tells a database that is away, which is waited for, from a statement it refused, which will never succeed.
import { sqlState } from './client.ts';

// SQLSTATE classes: connection, transaction rolled back, no resources, not in the state for it (no connections allowed,
// lock not available), operator intervention (restart), system error; and 25006, a primary that has become a standby.
const passing = /^(08|40|53|55|57|58|25006)/;

/** True when the same statement may work later. An error without a SQLSTATE comes from the socket, unless it is a fault of the code. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return passing.test(state);
  return (
    error instanceof Error &&
    !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
  );
}
