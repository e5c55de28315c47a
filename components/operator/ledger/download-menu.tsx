// The ledger as a file: what is shown, or every single call.
import { Icon } from '#components/ui/icon.tsx';
import type { DayRange, LedgerFile, LedgerGrouping } from '#lib/domain/ledger/ledger-report.ts';
import { queryOf } from './ledger-url.ts';

interface DownloadMenuProps {
  readonly by: LedgerGrouping;
  readonly days: DayRange;
  readonly zone: string;
}

const link =
  'inline-flex h-7 items-center gap-1.5 rounded-small border border-line-strong bg-raised px-2.5 text-ui font-medium hover:bg-hover';

/** Ordinary links: the browser shows how far a large file is, and can be told to stop. */
export function DownloadMenu({ by, days, zone }: DownloadMenuProps) {
  const href = (file: LedgerFile) => `/api/ledger/export?${new URLSearchParams(queryOf(file, days, zone))}`;
  return (
    <>
      <a href={href(by)} download className={link}>
        <Icon name="save" size={14} />
        CSV by {by}
      </a>
      <a href={href('call')} download className={link}>
        <Icon name="save" size={14} />
        CSV of every call
      </a>
    </>
  );
}
