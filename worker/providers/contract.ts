// What every model provider promises: one call, text as it arrives, and failures sorted into kinds.
import type { FailureKind } from '#lib/domain/failure.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** One request to a model. */
export interface ModelCall {
  /** The provider's own id of the model, without the `provider/` in front. */
  readonly model: string;
  readonly system?: string | undefined;
  /** Root first, without the prompt that is asked now. */
  readonly history: readonly Turn[];
  readonly text: string;
  /** Counted from 1; only the demo model looks at it. */
  readonly attempt: number;
  /** Aborting it closes the request to the provider at once. */
  readonly signal: AbortSignal;
  /** Called with every piece of text in order, never with an empty one. It must not throw. */
  onText(delta: string): void;
}

/** What a call used; the fields of a ledger row. Milliseconds count from the start of the call. */
export interface ModelUsage {
  readonly provider: string;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** True when the provider gave no counts and these are ours. */
  readonly isEstimate: boolean;
  readonly latencyMs: number;
  readonly firstTokenMs?: number | undefined;
}

export interface ModelAnswer {
  /** All of it: the pieces given to `onText`, joined. */
  readonly text: string;
  readonly usage: ModelUsage;
}

/** A model as people choose it. */
export interface ModelInfo {
  /** `provider/model`, or `demo`. */
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly is_demo: boolean;
}

export interface Provider {
  readonly id: string;
  /** As people know it, for messages. */
  readonly label: string;
  /** What can be asked now, the recommended one first. Never throws; [] when the provider can't be reached. */
  models(): Promise<readonly ModelInfo[]>;
  /**
   * Asks once; nothing here retries. Throws a ProviderError for every failure, and the signal's own
   * reason, unchanged, when the signal was aborted, so that a stop is never taken for a failure.
   */
  answer(call: ModelCall): Promise<ModelAnswer>;
}

/** A failed call. `message` is a sentence for people: no keys, no headers, no whole bodies. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: FailureKind;
  /** How long the provider asked us to wait, if it did. */
  readonly retryAfterMs: number | undefined;
  /** What the call used before it failed, when it got as far as text. */
  readonly usage: ModelUsage | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    details: { retryAfterMs?: number | undefined; usage?: ModelUsage | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs;
    this.usage = details.usage;
  }
}
