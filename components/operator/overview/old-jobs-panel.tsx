// Jobs that ended long ago: how many there are, and the archive that takes them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startBatch } from '#components/operator/batch/batch.ts';
import { archiveWork } from '#components/operator/batch/batch-work.ts';
import { useRefreshOperator } from '#components/operator/batch/use-refresh.ts';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { counted, countWords } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import { operatorKey } from '#components/operator/frame/use-live-query.ts';
import { Button } from '#components/ui/button.tsx';
import { readOldJobs } from '#lib/live/operator/archive-api.ts';

const dayMs = 86_400_000;
/** What is old changes by the day, and counting millions takes a moment. */
const recountMs = 60_000;
const ages = [
  [30, '30 days'],
  [90, '90 days'],
  [180, '180 days'],
  [365, 'a year'],
] as const;

export function OldJobsPanel({ nowMs }: { readonly nowMs: number }) {
  const [days, setDays] = useState<number>(90);
  const refresh = useRefreshOperator();
  // Whole days: asked anew when a day has passed, not at every tick.
  const before = new Date(Math.floor(nowMs / dayMs) * dayMs - days * dayMs).toISOString();
  const { data } = useQuery({
    queryKey: [operatorKey, 'old-jobs', before],
    queryFn: ({ signal }) => readOldJobs(before, signal),
    staleTime: recountMs,
    refetchInterval: recountMs,
    placeholderData: keepPreviousData,
  });
  const jobs = data?.jobs ?? 0;
  return (
    <Panel
      title="Old jobs"
      note={data === undefined ? undefined : jobs === 0 ? 'none' : counted(jobs, 'job')}
      actions={
        <>
          <CommandChip command={`archive-old-jobs --before ${before.slice(0, 10)}`} />
          <Button disabled={jobs === 0} onClick={() => startBatch(archiveWork(jobs, before), refresh)}>
            {jobs === 0 ? 'Archive' : `Archive ${countWords(jobs)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui text-dim">
        <label className="flex items-center gap-2">
          Ended more than
          <select
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
            className="h-7 rounded-small border border-line-strong bg-raised pr-1 pl-2 text-ui text-ink"
          >
            {ages.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          ago.
        </label>
        <p>The archive keeps them whole, out of the way of the living ones. Prompts and answers stay where they are.</p>
      </div>
    </Panel>
  );
}
