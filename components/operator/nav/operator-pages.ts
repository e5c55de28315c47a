// The operator pages: their names, addresses and the digit that goes there.

export interface OperatorPage {
  readonly name: string;
  readonly href: string;
  /** Pressed on any operator page. */
  readonly key: string;
  /** Other words a person may look for it by. */
  readonly also: string;
}

export const operatorPages: readonly OperatorPage[] = [
  { name: 'Overview', href: '/operator', key: '1', also: 'operator counts throughput health stuck doctor' },
  { name: 'Jobs', href: '/operator/jobs', key: '2', also: 'operator list queue filter' },
  { name: 'Failures', href: '/operator/failures', key: '3', also: 'operator errors grouped retry' },
  { name: 'Workers', href: '/operator/workers', key: '4', also: 'operator drain pause resume slots processes' },
  { name: 'Schedules', href: '/operator/schedules', key: '5', also: 'operator cron recurring prompts' },
  { name: 'Ledger', href: '/operator/ledger', key: '6', also: 'operator tokens cost usage csv' },
];

/** The page an address belongs to; pages below a page belong to it. */
export function pageAt(pathname: string): OperatorPage | undefined {
  const [overview, ...others] = operatorPages;
  return others.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`)) ?? overview;
}
