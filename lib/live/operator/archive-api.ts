// What the overview asks and does about old jobs.
import { type ArchivedPart, archivedPart, type OldJobs, oldJobs } from '#lib/domain/operator/archiving.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

/** How many jobs ended before `before`, ISO 8601. */
export function readOldJobs(before: string, signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<OldJobs> {
  const search = new URLSearchParams({ before });
  return ask(access, oldJobs, `/api/jobs/archive?${search}`, signal === undefined ? {} : { signal });
}

/** Moves one part of them. Repeats are harmless. `isLast`: the page is closing. */
export function archiveOldJobs(
  before: string,
  isLast = false,
  access: ApiAccess = browserAccess,
): Promise<ArchivedPart> {
  const init = { method: 'POST', body: JSON.stringify({ before }), keepalive: isLast };
  return ask(access, archivedPart, '/api/jobs/archive', init);
}
