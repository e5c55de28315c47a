// What the failures page asks and does: the groups, and a part of one run again.
import {
  type FailureGroups,
  type FailureRetryAnswer,
  failureGroups,
  failureRetryAnswer,
} from '#lib/domain/failures/failure-group.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

/** Failed in the last `hours`; null is ever. */
export function readFailures(
  hours: number | null,
  signal?: AbortSignal,
  access: ApiAccess = browserAccess,
): Promise<FailureGroups> {
  const query = hours === null ? '' : `?hours=${hours}`;
  return ask(access, failureGroups, `/api/failures${query}`, signal === undefined ? {} : { signal });
}

export interface FailurePart {
  readonly group_id: string;
  readonly since?: string;
  /** The `now` of the groups that were shown. */
  readonly until: string;
  readonly limit: number;
  readonly cursor?: string;
}

/** `isLast`: the page is closing. */
export function retryFailurePart(
  part: FailurePart,
  isLast = false,
  access: ApiAccess = browserAccess,
): Promise<FailureRetryAnswer> {
  const init = { method: 'POST', body: JSON.stringify(part), keepalive: isLast };
  return ask(access, failureRetryAnswer, '/api/failures/retry', init);
}
