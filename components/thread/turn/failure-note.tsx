// Why an attempt did not work: a sentence first, the provider's own words beneath it.
import { explainFailure, type FailureKind } from '#lib/domain/failure.ts';

interface FailureNoteProps {
  readonly title: string;
  readonly kind: FailureKind | null;
  readonly message: string | null;
  readonly children?: React.ReactNode;
}

export function FailureNote({ title, kind, message, children }: FailureNoteProps) {
  const sentence = explainFailure(kind ?? 'unknown');
  return (
    <div className="rounded-card border border-orphan/40 bg-salmon-soft px-3.5 py-3">
      <p className="font-medium text-salmon-ink">{title}</p>
      <p className="mt-0.5 text-ink">{sentence}</p>
      {message !== null && message !== sentence && (
        <p className="mt-2 max-h-40 overflow-y-auto border-t border-orphan/25 pt-2 font-mono text-small text-dim [overflow-wrap:anywhere]">
          {message}
        </p>
      )}
      {children !== undefined && <div className="mt-3 flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
