// The trace of a prompt's job: the states it went through, where its time went, each attempt, and what it hangs together with.
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconButton } from '#components/ui/button.tsx';
import { readJob } from '#lib/live/dock-api.ts';
import { useDrop } from '#lib/live/use-field.ts';
import { useThread } from '#lib/live/use-thread.ts';
import { ThreadMissing } from '../thread-missing.tsx';
import { TraceBody } from './trace-body.tsx';

export interface TraceDockProps {
  readonly promptId: string;
  readonly onClose: () => void;
  readonly onSelect: (promptId: string) => void;
  readonly onThread: () => void;
}

export default function TraceDock({ promptId, onClose, onSelect, onThread }: TraceDockProps) {
  const shown = useDrop(promptId);
  // Put away, or somebody else's of this workspace: the field doesn't hold it, its thread names its job.
  const thread = useThread(shown === undefined ? promptId : null);
  const drop = shown ?? thread.data?.path.find(({ row }) => row.prompt_id === promptId)?.row;
  const isUnsent = shown?.version === 0;
  const jobId = drop?.job_id ?? '';
  const { data, error, refetch } = useQuery({
    // Each change of the job is another version: what is shown is never older than the drop.
    queryKey: ['job', jobId, drop?.version ?? 0],
    queryFn: ({ signal }) => readJob(jobId, signal),
    enabled: jobId !== '' && !isUnsent,
    placeholderData: keepPreviousData,
  });
  const problem = error ?? (drop === undefined ? thread.error : null);
  const job = data?.job_id === jobId ? data : undefined;
  return (
    <section aria-label="Trace" className="flex h-full min-h-0 flex-col">
      <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-ui font-semibold">
          <span className="font-normal text-dim">Trace · </span>
          {drop?.label ?? 'Prompt'}
        </h2>
        <IconButton icon="reply" label="Thread" shortcut="Enter" onClick={onThread} />
        <IconButton icon="close" label="Close trace" shortcut="Esc" onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 outline-offset-[-2px]">
        {job !== undefined && <TraceBody job={job} onSelect={onSelect} />}
        {job === undefined && isUnsent && (
          <p className="pt-6 text-center text-dim">The server does not have this prompt yet. Its trace begins there.</p>
        )}
        {job === undefined && !isUnsent && problem === null && (
          <p role="status" className="animate-pulse pt-6 text-center text-dim">
            Loading the trace…
          </p>
        )}
        {job === undefined && !isUnsent && problem !== null && (
          <ThreadMissing
            what="trace"
            error={problem}
            onRetry={() => void (error === null ? thread.refetch() : refetch())}
            onClose={onClose}
          />
        )}
      </div>
    </section>
  );
}
