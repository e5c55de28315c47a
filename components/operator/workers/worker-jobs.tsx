// What a worker is doing now: each job leads to its drop and its trace.
import { counted, lengthWords } from '#components/operator/frame/figure-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { WorkerJob, WorkerView } from '#lib/domain/operator/worker-row.ts';

export function WorkerJobs({ worker, nowMs }: { readonly worker: WorkerView; readonly nowMs: number }) {
  const { jobs, running, status } = worker;
  if (jobs.length === 0)
    return (
      <p className="border-t border-line px-4 py-2.5 text-ui text-dim">
        {status === 'working' ? 'Idle: every slot is free.' : 'It holds nothing.'}
      </p>
    );
  return (
    <ul className="border-t border-line py-1.5" aria-label="Jobs it runs now">
      {jobs.map((job) => (
        <li key={job.job_id} className="flex items-center gap-3 px-4 py-1 text-ui hover:bg-hover">
          <JobName job={job} />
          {job.attempt > 1 && <span className="shrink-0 text-small text-dim">attempt {job.attempt}</span>}
          <span className="w-24 shrink-0 text-right text-small text-dim">
            {job.started_at === null ? '' : lengthWords(nowMs - Date.parse(job.started_at))}
          </span>
          {job.prompt_id !== null && (
            <PageLink
              href={`/mission?drop=${job.prompt_id}&dock=trace`}
              className="shrink-0 text-small text-water-ink hover:underline"
              aria-label={`Trace of ${job.label}`}
            >
              Trace
            </PageLink>
          )}
        </li>
      ))}
      {running > jobs.length && (
        <li className="px-4 py-1 text-ui text-dim">and {counted(running - jobs.length, 'more', 'more')}</li>
      )}
    </ul>
  );
}

function JobName({ job }: { readonly job: WorkerJob }) {
  if (job.prompt_id === null)
    return <span className="min-w-0 flex-1 truncate text-dim">A {job.kind} job of another org</span>;
  return (
    <PageLink href={`/mission?drop=${job.prompt_id}&dock=thread`} className="min-w-0 flex-1 truncate hover:underline">
      {job.label}
    </PageLink>
  );
}
