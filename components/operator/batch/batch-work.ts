// What is done to many jobs, as work in parts.
import { counted } from '#components/operator/frame/figure-words.ts';
import type { FailureGroup } from '#lib/domain/failures/failure-group.ts';
import { type ManyAction, mostJobsAtOnce } from '#lib/domain/jobs/many-jobs.ts';
import { archiveOldJobs } from '#lib/live/operator/archive-api.ts';
import { retryFailurePart } from '#lib/live/operator/failures-api.ts';
import { doToJobs } from '#lib/live/operator/jobs-api.ts';
import type { BatchWork, PartDone } from './batch.ts';

/** A part is done in about a second: small enough to see it move, large enough to be quick. */
const partSize = 50;

/** Retries the group as it was shown: what fails again meanwhile is left alone. */
export function retryGroupWork(group: FailureGroup, since: string | null, until: string): BatchWork {
  const asked = { group_id: group.group_id, until, ...(since === null ? {} : { since }) };
  return {
    key: `group ${group.group_id}`,
    title: `Retry ${counted(group.retryable, 'failed job')}`,
    total: group.retryable,
    did: 'run again',
    async *parts() {
      let cursor: string | null = '';
      while (cursor !== null) {
        const part = { ...asked, limit: partSize, ...(cursor === '' ? {} : { cursor }) };
        const { retried, left_alone, next_cursor } = await retryFailurePart(part);
        yield { done: retried.length, leftAlone: left_alone, waitingIds: retried.map(({ job_id }) => job_id) };
        cursor = next_cursor;
      }
    },
    // Nobody is left to hear how it went.
    blind: () => void retryFailurePart({ ...asked, limit: 1_000 }, true).catch(() => {}),
  };
}

/** Moves what ended before a time to the archive; what something still waits for stays. */
export function archiveWork(jobs: number, before: string): BatchWork {
  return {
    key: 'archive',
    title: `Archive ${counted(jobs, 'job')}`,
    total: jobs,
    did: 'archived',
    async *parts() {
      for (let part = await archiveOldJobs(before); part.moved > 0; part = await archiveOldJobs(before))
        yield { done: part.moved, leftAlone: 0, waitingIds: [] };
    },
    // Nobody is left to hear how it went, nor to ask for the next part.
    blind: () => void archiveOldJobs(before, true).catch(() => {}),
  };
}

export function retryJobsWork(jobIds: readonly string[]): BatchWork {
  return jobsWork('retry', `Retry ${counted(jobIds.length, 'job')}`, 'run again', jobIds);
}

export function stopJobsWork(jobIds: readonly string[]): BatchWork {
  return jobsWork('cancel', `Stop ${counted(jobIds.length, 'job')}`, 'stopped', jobIds);
}

function jobsWork(action: ManyAction, title: string, did: string, jobIds: readonly string[]): BatchWork {
  return {
    key: `${action} ${jobIds.join(' ')}`,
    title,
    total: jobIds.length,
    did,
    async *parts() {
      for (let at = 0; at < jobIds.length; at += partSize)
        yield partOf(await doToJobs(action, jobIds.slice(at, at + partSize)));
    },
    blind() {
      // Nobody is left to hear how it went. Browsers carry 64 KiB over the end of a page: about 1,600 ids.
      for (let at = 0; at < jobIds.length; at += mostJobsAtOnce)
        doToJobs(action, jobIds.slice(at, at + mostJobsAtOnce), true).catch(() => {});
    },
  };
}

function partOf(outcomes: Awaited<ReturnType<typeof doToJobs>>): PartDone {
  const done = outcomes.filter((outcome) => outcome.ok);
  return {
    done: done.length,
    leftAlone: outcomes.length - done.length,
    waitingIds: done.flatMap(({ new_job_id }) => (new_job_id === null ? [] : [new_job_id])),
  };
}
