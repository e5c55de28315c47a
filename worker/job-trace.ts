// The worker's steps in a job's trace: ids, numbers and kinds, never a text.
import type { ClaimedJob, Outcome } from '#lib/store/claims.ts';
import { isTracing, trace } from '#lib/trace.ts';
import type { Ending } from './run-job.ts';
import type { RunningClaim } from './slots.ts';

export function traceClaims(jobs: readonly ClaimedJob[], workerId: string, startedAt: number): void {
  if (!isTracing()) return;
  for (const { id: jobId, kind, claim, attempt, lane } of jobs)
    trace({
      name: 'claim',
      jobId,
      startedAt,
      facts: { worker_id: workerId, kind, claim, attempt, lane, batch: jobs.length },
    });
}

export function traceRun({ job, workerId }: RunningClaim, ending: Ending, startedAt: number): void {
  if (!isTracing()) return;
  const outcome = ending.type === 'settle' ? ending.outcome : undefined;
  const model = outcome?.type === 'succeeded' ? { model: outcome.model } : {};
  trace({
    name: 'run',
    jobId: job.id,
    startedAt,
    facts: {
      worker_id: workerId,
      claim: job.claim,
      attempt: job.attempt,
      outcome: outcome?.type ?? ending.type,
      ...model,
    },
    failure: outcome === undefined || outcome.type === 'succeeded' ? undefined : outcome.kind,
  });
}

export function traceSettled(
  workerId: string,
  batch: readonly Outcome[],
  won: ReadonlySet<string>,
  startedAt: number,
): void {
  if (!isTracing()) return;
  for (const { jobId, claim, attempt, type } of batch)
    trace({
      name: 'settle',
      jobId,
      startedAt,
      facts: { worker_id: workerId, claim, attempt, outcome: type, batch: batch.length, won: won.has(jobId) },
    });
}
