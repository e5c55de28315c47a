// What models were asked for and what it cost, added up by day, model or thread, on the wire.
import * as z from '../wire/shape.ts';

export const ledgerGroupings = ['day', 'model', 'thread'] as const;
export type LedgerGrouping = (typeof ledgerGroupings)[number];

/** A file can also hold every call by itself. */
export const ledgerFiles = [...ledgerGroupings, 'call'] as const;
export type LedgerFile = (typeof ledgerFiles)[number];

const sums = {
  /** Model calls, those of failed and stopped attempts included: they cost too. */
  calls: z.count(),
  tokens_in: z.count(),
  tokens_out: z.count(),
  /** Of those in, read from the provider's cache. */
  tokens_cached: z.count(),
  /** Of the calls whose price is known, US dollars; null when none is. */
  cost_usd: z.nullable(z.number()),
  /** Calls without a known price: the true cost is higher. */
  unpriced: z.count(),
  /** Calls whose tokens were estimated here because the provider did not say. */
  estimated: z.count(),
};

export const ledgerSums = z.object(sums);
export type LedgerSums = z.infer<typeof ledgerSums>;

export const ledgerRow = z.object({
  /** The day (YYYY-MM-DD), provider/model, or the id of the thread's first prompt. */
  key: z.string(),
  /** What a person reads: of a thread, the first line of its first prompt. */
  label: z.string(),
  ...sums,
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** GET /api/ledger. Days are in `zone`, `from` and `to` both included. */
export const ledgerReport = z.object({
  group: z.enum(ledgerGroupings),
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  rows: z.array(ledgerRow),
  /** Rows beyond the limit; the totals hold them all the same. */
  left_off: z.count(),
  totals: ledgerSums,
});
export type LedgerReport = z.infer<typeof ledgerReport>;

/** The days a report is about: `to` is today in the zone, `from` so that there are `days` of them, unless named. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The day of an instant in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  // The Canadian form is year-month-day.
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  );
}

/** The day so many days after (or before) another one. */
export function dayPlus(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const usualDays = 30;

/** Fills in what was not named: up to today, thirty days. Null when it would run backwards. */
export function rangeOf(zone: string, now: Date, asked: Partial<DayRange>): DayRange | null {
  const to = asked.to ?? dayIn(zone, now);
  const from = asked.from ?? dayPlus(to, 1 - usualDays);
  return from <= to ? { from, to } : null;
}
