// What a page or a part of it shows when there is nothing, not yet anything, or something went wrong.
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { ApiProblem, NetworkFailure } from '#lib/live/api.ts';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-hover text-dim">
        <Icon name={icon} size={20} />
      </span>
      <h2 className="mt-1 text-[15px] font-semibold">{title}</h2>
      <div className="max-w-[60ch] text-ui text-dim">{children}</div>
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** A part that could not be read. What was shown before stays; this stands above it or in its place. */
export function FailedState({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-orphan/40 bg-salmon-soft px-4 py-3 text-ui"
    >
      <span className="text-salmon-ink">
        <Icon name="alert" />
      </span>
      <p className="min-w-0 flex-1">{faultWords(error)}</p>
      <Button icon="retry" onClick={onAgain}>
        Ask again
      </Button>
    </div>
  );
}

/** Rows of about the coming size, so that nothing jumps when the answer is there. */
export function LoadingState({ rows = 6, label }: { readonly rows?: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="operator-loading grid gap-2">
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <span key={at} aria-hidden="true" className="h-10 rounded-small bg-hover" />
      ))}
    </div>
  );
}

/** One sentence for a person. */
export function faultWords(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof NetworkFailure) return error.message;
  return 'Something unexpected went wrong.';
}
