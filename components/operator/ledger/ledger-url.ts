// What the ledger page looks at: its address, the question to the server, and the command that asks the same.
import type { UrlState } from '#components/ui/use-url-state.ts';
import { type DayRange, dayIn, dayPlus, ledgerGroupings } from '#lib/domain/ledger/ledger-report.ts';

export const ledgerShape = { by: ledgerGroupings, from: 'text', to: 'text' } as const;
export type LedgerUrl = UrlState<typeof ledgerShape>;

const usualDays = 30;
const day = /^\d{4}-\d\d-\d\d$/;

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The days the address means; thirty up to today where it names none or none that can be. */
export function daysOf(url: LedgerUrl, zone: string, now: Date): DayRange {
  const to = isDay(url.to) ? url.to : dayIn(zone, now);
  const from = isDay(url.from) && url.from <= to ? url.from : dayPlus(to, 1 - usualDays);
  return { from, to };
}

export interface Preset {
  readonly name: string;
  readonly days: DayRange;
}

/** Ranges that end today. */
export function presets(zone: string, now: Date): readonly Preset[] {
  const today = dayIn(zone, now);
  const last = (count: number) => ({ from: dayPlus(today, 1 - count), to: today });
  return [
    { name: 'Today', days: last(1) },
    { name: '7 days', days: last(7) },
    { name: '30 days', days: last(usualDays) },
    { name: 'This month', days: { from: `${today.slice(0, 7)}-01`, to: today } },
    { name: '90 days', days: last(90) },
  ];
}

export function queryOf(by: string, days: DayRange, zone: string): Record<string, string> {
  return { group: by, from: days.from, to: days.to, zone };
}

/** The part after `npm run asterion --`. */
export function commandOf(by: string, days: DayRange, zone: string): string {
  return `ledger --by ${by} --from ${days.from} --to ${days.to} --zone ${zone}`;
}

function isDay(value: string | null): value is string {
  return value !== null && day.test(value) && !Number.isNaN(Date.parse(value));
}
