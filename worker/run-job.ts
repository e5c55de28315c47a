// Runs one claim and folds whatever comes of it into how it ended; the only place where errors become outcomes.
import { explainFailure, type FailureKind } from '#lib/domain/failure.ts';
import { assertNever } from '#lib/domain/job.ts';
import { decideRetry, waitAskedFor } from '#lib/domain/retry.ts';
import type { Log } from '#lib/log.ts';
import type { ModelCall, Outcome } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import type { Handler, HandlerResult } from './handlers/handler.ts';
import { ProviderError } from './providers/contract.ts';
import type { RunningClaim } from './slots.ts';
import type { OutputStream } from './writes/output-buffer.ts';

/**
 * `release`: back to the queue, attempt kept. `drop`: the claim is not ours any more, nothing of it may be written.
 * `used` is the estimate of a model call that was stopped in the middle: it is paid for all the same.
 */
export type Ending =
  | { readonly type: 'settle'; readonly outcome: Outcome; readonly limitedBy?: Limited | undefined }
  | { readonly type: 'release'; readonly used?: ModelCall | undefined }
  | { readonly type: 'drop'; readonly used?: ModelCall | undefined };

/** A provider that asked to be left alone: for everybody, not for this job only. */
export interface Limited {
  readonly provider: string;
  readonly forMs: number;
}

export interface RunLimits {
  /** A job that takes longer ends as `timeout`, whatever its handler does. */
  readonly jobLimitMs: number;
  /** How long a stopped handler may take to come back before its slot is freed without it. */
  readonly deafAfterMs: number;
  readonly retryScale: number;
}

export interface RunContext {
  readonly db: Database;
  readonly log: Log;
  readonly limits: RunLimits;
}

/** Never rejects. When it resolves, the slot is free; a late result of the handler is ignored. */
export async function runJob(
  claim: RunningClaim,
  handler: Handler,
  stream: OutputStream,
  { db, log, limits }: RunContext,
): Promise<Ending> {
  const { job, signal } = claim;
  let estimate: (() => ModelCall) | undefined;
  const clock = setTimeout(() => claim.stop('timeout'), limits.jobLimitMs);
  try {
    const working = handler({
      db,
      job,
      signal,
      write: (text) => stream.write(text),
      callStarted: (usedSoFar) => {
        estimate = usedSoFar;
      },
    });
    const result = await orDeaf(working, signal, limits.deafAfterMs);
    return endingOf(claim, result);
  } catch (error) {
    // Without a piece of text there is nothing to estimate: the call may never have reached the model.
    const used = stream.text === '' ? undefined : estimate?.();
    const ending = endingOfError(claim, error, { output: stream.text, used }, { log, limits });
    if (ending.type !== 'settle' || ending.outcome.type === 'succeeded') return ending;
    return { ...ending, limitedBy: limitedBy(error, estimate?.().provider, limits) };
  } finally {
    clearTimeout(clock);
  }
}

/** A cancelled or lost claim drops even a whole answer; one that a shutdown met at the finish is kept. */
function endingOf(claim: RunningClaim, { content, model, ledger }: HandlerResult): Ending {
  const why = claim.stoppedFor;
  if (why === 'cancelled' || why === 'lease_lost') return { type: 'drop' };
  const storable = content.replaceAll('\u0000', '').toWellFormed();
  return { type: 'settle', outcome: { ...fence(claim), type: 'succeeded', content: storable, model, ledger } };
}

function endingOfError(
  claim: RunningClaim,
  error: unknown,
  { output, used }: { readonly output: string; readonly used: ModelCall | undefined },
  { log, limits }: Pick<RunContext, 'log' | 'limits'>,
): Ending {
  const why = claim.stoppedFor;
  switch (why) {
    case 'cancelled':
      return { type: 'drop', used };
    case 'lease_lost':
      return { type: 'drop' };
    case 'shutdown':
      return { type: 'release', used };
    case 'timeout':
      return {
        type: 'settle',
        outcome: failed(
          claim,
          new ProviderError('timeout', explainFailure('timeout'), { usage: used }),
          output,
          limits,
        ),
      };
    case undefined:
      break;
    default:
      return assertNever(why);
  }
  const about = { jobId: claim.job.id, claim: claim.job.claim, attempt: claim.job.attempt };
  if (error instanceof ProviderError)
    log.warn({ ...about, kind: error.kind, message: error.message }, 'attempt failed');
  else log.error({ ...about, error }, 'attempt failed by a fault of ours');
  return {
    type: 'settle',
    outcome: failed(claim, error instanceof ProviderError ? error : unexpected(error), output, limits),
  };
}

/** What went wrong stays in the log; people get a sentence that cannot hold a secret. */
function unexpected(error: unknown): ProviderError {
  const kind: FailureKind = 'unknown';
  return new ProviderError(kind, explainFailure(kind), { cause: error });
}

function failed(claim: RunningClaim, failure: ProviderError, output: string, limits: RunLimits): Outcome {
  const { attempt, maxAttempts } = claim.job;
  const { kind, message, retryAfterMs, usage } = failure;
  const decision = decideRetry({ kind, attempt, maxAttempts, retryAfterMs }, limits.retryScale);
  const about = {
    ...fence(claim),
    kind,
    message: message.replaceAll('\u0000', '').toWellFormed(),
    ...(output === '' ? {} : { output: output.toWellFormed() }),
    ledger: usage,
  };
  return decision.again ? { ...about, type: 'retry', delayMs: decision.delayMs } : { ...about, type: 'failed' };
}

/** Only a wait that the provider named; a 429 without one is this job's own wait. */
function limitedBy(error: unknown, provider: string | undefined, { retryScale }: RunLimits): Limited | undefined {
  if (provider === undefined || !(error instanceof ProviderError) || error.kind !== 'rate_limit') return undefined;
  if (error.retryAfterMs === undefined) return undefined;
  return { provider, forMs: waitAskedFor(error.retryAfterMs, retryScale) };
}

function fence({ job: { id: jobId, claim, attempt } }: RunningClaim) {
  return { jobId, claim, attempt };
}

/** The handler's own result, unless it ignores the signal: then the signal's reason, some time after the abort. */
async function orDeaf<T>(working: Promise<T>, signal: AbortSignal, deafAfterMs: number): Promise<T> {
  let patience: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const deaf = new Promise<never>((_, reject) => {
    onAbort = () => {
      patience = setTimeout(() => reject(signal.reason), deafAfterMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([working, deaf]);
  } finally {
    clearTimeout(patience);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
