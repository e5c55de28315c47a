// What stands where a prompt was looked for and could not be shown: it isn't here, or it could not be loaded.
import { Button } from '#components/ui/button.tsx';
import { ApiProblem } from '#lib/live/api.ts';

interface ThreadMissingProps {
  /** "thread", "trace". */
  readonly what: string;
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

export function ThreadMissing({ what, error, onRetry, onClose }: ThreadMissingProps) {
  if (error instanceof ApiProblem && error.isRefusal) {
    return (
      <div role="alert" className="space-y-3 pt-6 text-center">
        <p className="text-ink">This prompt is not here.</p>
        <p className="text-ui text-dim">The link may be incomplete, or it belongs to another workspace.</p>
        <Button onClick={onClose}>Back to the field</Button>
      </div>
    );
  }
  return (
    <div role="alert" className="space-y-3 pt-6 text-center">
      <p className="text-ink">This {what} could not be loaded.</p>
      <p className="text-ui text-dim">{error.message}</p>
      <Button icon="retry" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
