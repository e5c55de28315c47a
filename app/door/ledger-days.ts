// The days a request for the ledger is about, and the refusals for those that cannot be.
import { type DayRange, rangeOf } from '#lib/domain/ledger/ledger-report.ts';
import { UnknownZone } from '#lib/store/ledger/report.ts';
import { invalidInput } from './input.ts';

interface AskedDays {
  readonly zone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Throws AppError `invalid_input`. */
export function daysOf({ zone, from, to }: AskedDays): DayRange {
  const named = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const range = rangeOf(zone, new Date(), named);
  if (range === null) throw invalidInput([{ field: 'from', message: 'from is after to' }]);
  return range;
}

/** Throws AppError `invalid_input` where the database does not know the zone. */
export async function inKnownZone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnknownZone)) throw error;
    throw invalidInput([{ field: 'zone', message: 'zone is not known to the database; take another name for it' }]);
  }
}
