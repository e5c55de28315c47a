// What the operator's overview asks: how everything is doing, and to take lost jobs back.
import {
  type OverviewAnswer,
  overviewAnswer,
  type ReclaimAnswer,
  reclaimAnswer,
} from '#lib/domain/operator/overview.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

export function readOverview(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<OverviewAnswer> {
  return ask(access, overviewAnswer, '/api/operator/overview', signal === undefined ? {} : { signal });
}

/** Takes the jobs of workers that are gone back into the queue. Repeats are harmless. */
export function reclaimJobs(access: ApiAccess = browserAccess): Promise<ReclaimAnswer> {
  return ask(access, reclaimAnswer, '/api/reclaim', { method: 'POST', body: '{}' });
}
