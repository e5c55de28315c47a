// The contract between the worker and what a kind of job does.
import type { ClaimedJob, ModelCall as LedgerEntry } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';

export interface JobContext {
  readonly db: Database;
  readonly job: ClaimedJob;
  /** Aborts when the job is cancelled, its lease is lost, its time is up or the worker stops. Everything awaited must heed it. */
  readonly signal: AbortSignal;
  /** Streams text to whoever watches. After the job is over it does nothing. */
  readonly write: (text: string) => void;
  /** Says how to estimate what the call under way has used, should it be stopped before it can tell itself. */
  readonly callStarted: (usedSoFar: () => LedgerEntry) => void;
}

/** What a handler that worked hands back. */
export interface HandlerResult {
  readonly content: string;
  /** provider/model that answered. */
  readonly model: string;
  /** Absent: no model was asked. */
  readonly ledger?: LedgerEntry | undefined;
}

/** Does one job. Throws ProviderError for a failure with a known kind; anything else counts as `unknown`. */
export type Handler = (context: JobContext) => Promise<HandlerResult>;
