// Which jobs are marked, on this page or beyond it, and what can be done to them.
import { useCallback, useMemo, useRef, useState } from 'react';
import { isLive } from '#lib/domain/job.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';

export interface Selection {
  readonly marked: ReadonlyMap<string, JobSummary>;
  readonly retryable: readonly JobSummary[];
  readonly stoppable: readonly JobSummary[];
  /** Marks one or takes its mark; with `toHere` everything from the last one touched. */
  readonly toggle: (job: JobSummary, toHere: boolean) => void;
  readonly setAll: (jobs: readonly JobSummary[], isMarked: boolean) => void;
  readonly clear: () => void;
}

/** `page` in the order it is shown. What has changed since it was marked counts as it is now. */
export function useSelection(page: readonly JobSummary[]): Selection {
  const [kept, setKept] = useState<ReadonlyMap<string, JobSummary>>(new Map());
  const last = useRef<string | null>(null);
  const marked = useMemo(() => {
    const now = new Map(page.map((job) => [job.job_id, job]));
    return new Map([...kept].map(([id, job]) => [id, now.get(id) ?? job]));
  }, [kept, page]);

  const setAll = useCallback((jobs: readonly JobSummary[], isMarked: boolean) => {
    setKept((known) => {
      const next = new Map(known);
      for (const job of jobs) {
        if (isMarked) next.set(job.job_id, job);
        else next.delete(job.job_id);
      }
      return next;
    });
  }, []);

  const toggle = useCallback(
    (job: JobSummary, toHere: boolean) => {
      const isMarked = !marked.has(job.job_id);
      const from = toHere ? page.findIndex(({ job_id }) => job_id === last.current) : -1;
      const to = page.findIndex(({ job_id }) => job_id === job.job_id);
      last.current = job.job_id;
      setAll(from < 0 || to < 0 ? [job] : page.slice(Math.min(from, to), Math.max(from, to) + 1), isMarked);
    },
    [marked, page, setAll],
  );
  const jobs = [...marked.values()];
  return {
    marked,
    retryable: jobs.filter(({ state, prompt_id }) => !isLive(state) && state !== 'superseded' && prompt_id !== null),
    stoppable: jobs.filter(({ state }) => isLive(state)),
    toggle,
    setAll,
    clear: useCallback(() => setKept(new Map()), []),
  };
}
