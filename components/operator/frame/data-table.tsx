// The table of the operator pages: a named region that scrolls sideways by itself and can be reached by keyboard.
import type { ReactNode } from 'react';

interface DataTableProps {
  /** Spoken name of the table. */
  readonly label: string;
  /** `<thead>` and `<tbody>`; cells with figures carry `data-figure`. */
  readonly children: ReactNode;
  readonly className?: string;
}

export function DataTable({ label, children, className = '' }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable without a mouse.
    <section aria-label={`${label}, table`} tabIndex={0} className={`operator-scroll ${className}`}>
      <table className="operator-table" aria-label={label}>
        {children}
      </table>
    </section>
  );
}
