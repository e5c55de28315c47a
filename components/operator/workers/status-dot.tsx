// A worker's status as a shape: full, hollow, broken, dim; never colour alone.
import type { WorkerStatus } from '#lib/domain/operator/worker-row.ts';
import { statusWords } from './worker-words.ts';

const looks: Readonly<Record<WorkerStatus, string>> = {
  working: 'bg-settled',
  draining: 'border-2 border-queued',
  silent: 'border-2 border-dashed border-orphan',
  ended: 'border border-cancelled',
};

export function StatusDot({ status }: { readonly status: WorkerStatus }) {
  return (
    <span
      role="img"
      aria-label={statusWords[status]}
      title={statusWords[status]}
      className={`size-2.5 shrink-0 rounded-full forced-color-adjust-none ${looks[status]}`}
    />
  );
}
