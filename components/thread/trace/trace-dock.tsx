// The trace of a prompt's job: the states it went through, where its time went, each attempt, and what it hangs together with.
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, IconButton } from '#components/ui/button.tsx';
import { readJob } from '#lib/live/dock-api.ts';
import { useDrop } from '#lib/live/use-field.ts';
import { TraceBody } from './trace-body.tsx';

export interface TraceDockProps {
  readonly promptId: string;
  readonly onClose: () => void;
  readonly onSelect: (promptId: string) => void;
  readonly onThread: () => void;
}

export default function TraceDock({ promptId, onClose, onSelect, onThread }: TraceDockProps) {
  const drop = useDrop(promptId);
  const jobId = drop?.job_id ?? '';
  const { data, error, refetch } = useQuery({
    // Each change of the job is another version: what is shown is never older than the drop.
    queryKey: ['job', jobId, drop?.version ?? 0],
    queryFn: ({ signal }) => readJob(jobId, signal),
    enabled: jobId !== '',
    placeholderData: keepPreviousData,
  });
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
        {job === undefined && jobId === '' && (
          <p className="pt-6 text-center text-dim">The server does not have this prompt yet. Its trace begins there.</p>
        )}
        {job === undefined && jobId !== '' && error === null && (
          <p role="status" className="animate-pulse pt-6 text-center text-dim">
            Loading the trace…
          </p>
        )}
        {job === undefined && error !== null && (
          <div role="alert" className="space-y-3 pt-6 text-center">
            <p>The trace could not be loaded.</p>
            <p className="text-ui text-dim">{error.message}</p>
            <Button icon="retry" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
