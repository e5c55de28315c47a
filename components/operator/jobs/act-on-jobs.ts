// Retrying and stopping jobs from the table, one or many: running ones stop at once, the rest waits behind an undo.
import { startBatch } from '#components/operator/batch/batch.ts';
import { retryJobsWork, stopJobsWork } from '#components/operator/batch/batch-work.ts';
import { faultWords } from '#components/operator/frame/page-states.tsx';
import { notify } from '#components/ui/toast.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';
import { mostJobsAtOnce } from '#lib/domain/jobs/many-jobs.ts';
import { doToJobs } from '#lib/live/operator/jobs-api.ts';

export function retryJobs(jobs: readonly JobSummary[], onChange: () => void): void {
  if (jobs.length > 0) startBatch(retryJobsWork(jobs.map(({ job_id }) => job_id)), onChange);
}

export function stopJobs(jobs: readonly JobSummary[], onChange: () => void): void {
  // A model that answers costs: there is nothing to take back about it.
  const running = jobs.filter(({ state }) => state === 'running').map(({ job_id }) => job_id);
  if (running.length > 0) void stopNow(running, onChange);
  const waiting = jobs.filter(({ state }) => state === 'queued').map(({ job_id }) => job_id);
  if (waiting.length > 0) startBatch(stopJobsWork(waiting), onChange);
}

async function stopNow(jobIds: readonly string[], onChange: () => void): Promise<void> {
  let stopped = 0;
  try {
    for (let at = 0; at < jobIds.length; at += mostJobsAtOnce) {
      const outcomes = await doToJobs('cancel', jobIds.slice(at, at + mostJobsAtOnce));
      stopped += outcomes.filter(({ ok }) => ok).length;
    }
    if (stopped < jobIds.length) notify(`${stopped} of ${jobIds.length} were stopped. The others had ended.`);
  } catch (error) {
    notify(`They could not be stopped. ${faultWords(error)}`);
  }
  onChange();
}
