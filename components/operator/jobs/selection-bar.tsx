// What can be done to the marked jobs, with exact counts; all that match can be marked, beyond this page too.
import { useState } from 'react';
import { counted, countWords } from '#components/operator/frame/figure-words.ts';
import { faultWords } from '#components/operator/frame/page-states.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/toast.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';
import { mostCounted } from '#lib/domain/jobs/job-sort.ts';
import { readJobs } from '#lib/live/operator/jobs-api.ts';
import { retryJobs, stopJobs } from './act-on-jobs.ts';
import type { Selection } from './selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Jobs that match the filters. */
  readonly total: number;
  /** The question for all of them, without a cursor. */
  readonly query: Readonly<Record<string, string>>;
  readonly onChange: () => void;
}

/** What one batch takes: some minutes of a server's time. */
const mostMarked = 5_000;

export function SelectionBar({ selection, total, query, onChange }: SelectionBarProps) {
  const [isMarking, setMarking] = useState(false);
  const { marked, retryable, stoppable, clear, setAll } = selection;
  const left = retryable.length + stoppable.length - marked.size;
  const act = (does: typeof retryJobs, jobs: readonly JobSummary[]) => {
    does(jobs, onChange);
    clear();
  };
  const markAll = async () => {
    setMarking(true);
    try {
      setAll(await readAll(query), true);
    } catch (error) {
      notify(`Not all could be marked. ${faultWords(error)}`);
    }
    setMarking(false);
  };
  if (marked.size === 0) return null;
  const most = Math.min(total, mostMarked);
  return (
    <section
      aria-label="Marked jobs"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-card border border-water bg-raised px-4 py-2 text-ui shadow-panel"
    >
      <p role="status" className="mr-auto">
        <span className="font-medium">{countWords(marked.size)} marked</span>
        {left < 0 && <span className="text-dim"> · {counted(-left, 'replaced one')} cannot be run or stopped</span>}
      </p>
      {marked.size < most && (
        <Button tone="quiet" disabled={isMarking} onClick={() => void markAll()}>
          {isMarking
            ? 'Marking…'
            : `Mark ${total > mostCounted || total > mostMarked ? `the first ${countWords(most)}` : `all ${countWords(total)}`}`}
        </Button>
      )}
      <Button icon="retry" disabled={retryable.length === 0} onClick={() => act(retryJobs, retryable)}>
        Retry {countWords(retryable.length)}
      </Button>
      <Button icon="stop" disabled={stoppable.length === 0} onClick={() => act(stopJobs, stoppable)}>
        Stop {countWords(stoppable.length)}
      </Button>
      <Button tone="quiet" icon="close" onClick={clear}>
        Clear marks
      </Button>
    </section>
  );
}

async function readAll(query: Readonly<Record<string, string>>): Promise<JobSummary[]> {
  const jobs: JobSummary[] = [];
  const { count: _, ...asked } = query;
  let cursor: string | null = '';
  while (cursor !== null && jobs.length < mostMarked) {
    const page = await readJobs(cursor === '' ? asked : { ...asked, cursor });
    jobs.push(...page.jobs);
    cursor = page.next_cursor;
  }
  return jobs.slice(0, mostMarked);
}
