// What the workers page asks and does: workers, draining, pauses.
import { type PauseList, pauseList, type ResumeAnswer, resumeAnswer } from '#lib/domain/operator/pause.ts';
import { type WorkerList, type WorkerView, workerList, workerRow } from '#lib/domain/operator/worker-row.ts';
import { type ApiAccess, ask, browserAccess } from '../api.ts';

export function readWorkers(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<WorkerList> {
  return ask(access, workerList, '/api/workers', signal === undefined ? {} : { signal });
}

/** No more claims for it; what it holds goes on. ApiProblem `already_ended` when it is gone. */
export function drainWorker(id: string, access: ApiAccess = browserAccess): Promise<WorkerView> {
  return ask(access, workerRow, `/api/workers/${encodeURIComponent(id)}/drain`, { method: 'POST', body: '{}' });
}

export function undrainWorker(id: string, access: ApiAccess = browserAccess): Promise<WorkerView> {
  return ask(access, workerRow, `/api/workers/${encodeURIComponent(id)}/undrain`, { method: 'POST', body: '{}' });
}

export function readPauses(signal?: AbortSignal, access: ApiAccess = browserAccess): Promise<PauseList> {
  return ask(access, pauseList, '/api/pauses', signal === undefined ? {} : { signal });
}

export interface PauseWish {
  readonly scopes: readonly string[];
  /** Seconds from now; null until somebody resumes. */
  readonly forS: number | null;
  readonly reason: string;
}

/** Replaces pauses of the same scopes. */
export function pauseScopes(wish: PauseWish, access: ApiAccess = browserAccess): Promise<PauseList> {
  const { scopes, forS, reason } = wish;
  const body = JSON.stringify({ scopes, for_s: forS, ...(reason === '' ? {} : { reason }) });
  return ask(access, pauseList, '/api/pauses', { method: 'POST', body });
}

export function resumeScopes(scopes: readonly string[], access: ApiAccess = browserAccess): Promise<ResumeAnswer> {
  return ask(access, resumeAnswer, '/api/pauses/resume', { method: 'POST', body: JSON.stringify({ scopes }) });
}
