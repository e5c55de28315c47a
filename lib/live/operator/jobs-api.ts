// What the jobs page asks and does: a page of jobs, and the same done to many of them.
import { type JobList, jobList } from '#lib/domain/job-details.ts';
import { type ManyAction, type ManyOutcome, manyAnswer } from '#lib/domain/jobs/many-jobs.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

/** Names and values as GET /api/jobs takes them. */
export function readJobs(
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<JobList> {
  const search = new URLSearchParams(query);
  return ask(access, jobList, `/api/jobs?${search}`, signal === undefined ? {} : { signal });
}

/** Outcomes in the order of the ids; at most as many as one request takes. `isLast`: the page is closing. */
export async function doToJobs(
  action: ManyAction,
  jobIds: readonly string[],
  isLast = false,
  access: ApiAccess = browserAccess,
): Promise<ManyOutcome[]> {
  const body = JSON.stringify({ action, job_ids: jobIds });
  const { outcomes } = await ask(access, manyAnswer, '/api/jobs/bulk', { method: 'POST', body, keepalive: isLast });
  return outcomes;
}
