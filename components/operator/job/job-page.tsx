// One job by its own address: what can be done to it, and its whole trace.
'use client';
import { useRouter } from 'next/navigation';
import { BatchBar } from '#components/operator/batch/batch-bar.tsx';
import { useRefreshOperator } from '#components/operator/batch/use-refresh.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { retryJobs, stopJobs } from '#components/operator/jobs/act-on-jobs.ts';
import { TraceBody } from '#components/thread/trace/trace-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { stateWord } from '#lib/domain/drop.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import { isLive } from '#lib/domain/job.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { ApiProblem } from '#lib/live/api.ts';
import { readJob } from '#lib/live/dock-api.ts';

export function JobPage({ jobId }: { readonly jobId: string }) {
  const { data, error, refresh } = useLiveQuery(['job', jobId], (signal) => readJob(jobId, signal));
  const isUnknown = error instanceof ApiProblem && error.isRefusal;
  return (
    <>
      <nav aria-label="Back">
        <PageLink href="/operator/jobs" className="text-ui text-water-ink hover:underline">
          ← All jobs
        </PageLink>
      </nav>
      {data !== undefined && <Head job={data} />}
      <BatchBar />
      {isUnknown ? (
        <>
          <PageHeader title="Job" says="" command={`job-details ${jobId}`} />
          <EmptyState icon="search" title="There is no such job">
            <p>It may have been archived, or the address was cut short. Its prompt may still be in the field.</p>
          </EmptyState>
        </>
      ) : (
        error != null && <FailedState error={error} onAgain={refresh} />
      )}
      {data === undefined ? error == null && <LoadingState label="The job is coming" rows={8} /> : <Trace job={data} />}
    </>
  );
}

function Head({ job }: { readonly job: JobDetails }) {
  const refresh = useRefreshOperator();
  const canRetry = !isLive(job.state) && job.state !== 'superseded' && job.prompt_id !== null;
  return (
    <PageHeader
      title={job.label === '' ? job.kind : job.label}
      says={<Standing job={job} />}
      command={`job-details ${job.job_id}`}
    >
      {isLive(job.state) && (
        <Button icon="stop" onClick={() => stopJobs([job], refresh)}>
          Stop
        </Button>
      )}
      {canRetry && (
        <Button
          icon="retry"
          tone={job.state === 'failed' ? 'salmon' : 'plain'}
          onClick={() => retryJobs([job], refresh)}
        >
          Retry
        </Button>
      )}
      {job.prompt_id !== null && (
        <PageLink
          href={`/mission?drop=${job.prompt_id}&dock=thread`}
          className="inline-flex h-7 items-center rounded-small border border-line-strong bg-raised px-2.5 text-ui font-medium hover:bg-hover"
        >
          Open thread
        </PageLink>
      )}
    </PageHeader>
  );
}

function Standing({ job }: { readonly job: JobDetails }) {
  if (job.superseded_by !== null)
    return (
      <>
        Replaced by{' '}
        <PageLink href={`/operator/jobs/${job.superseded_by}`} className="text-water-ink hover:underline">
          a newer run
        </PageLink>{' '}
        of the same prompt.
      </>
    );
  const word = stateWord[job.state];
  if (job.state !== 'failed' || job.error_kind === null)
    return `${word}, attempt ${job.attempt} of ${job.max_attempts}.`;
  return `${word} after ${job.attempt} of ${job.max_attempts} attempts. ${explainFailure(job.error_kind)}`;
}

function Trace({ job }: { readonly job: JobDetails }) {
  const router = useRouter();
  return (
    <div className="rounded-card border border-line bg-panel px-5 py-5 max-md:px-3">
      <TraceBody job={job} isWide onSelect={(id) => router.push(`/mission?drop=${id}&dock=trace`)} />
    </div>
  );
}
