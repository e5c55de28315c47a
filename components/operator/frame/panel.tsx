// A part of a page with its heading.
import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** Said beside the heading, dim: a count, a span of time. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Without inner space: for tables that reach the edges. */
  readonly isFlush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({ title, note, actions, isFlush = false, className = '', children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={`flex min-w-0 flex-col rounded-card border border-line bg-panel ${className}`}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h2 className="text-ui font-semibold">{title}</h2>
        {note !== undefined && <span className="text-small text-dim">{note}</span>}
        {actions !== undefined && <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div className={isFlush ? 'min-w-0' : 'min-w-0 px-4 pb-4'}>{children}</div>
    </section>
  );
}
