// Waiting between tries of something that must not give up: capped, growing, with jitter, and cut short by a signal.

export interface BackoffLimits {
  readonly firstMs: number;
  readonly capMs: number;
}

/** For everything that waits for the database: quick at first, at most one try every 5 s. */
const databaseLimits: BackoffLimits = { firstMs: 100, capMs: 5_000 };

export class Backoff {
  private failures = 0;

  constructor(
    private readonly limits: BackoffLimits = databaseLimits,
    private readonly random: () => number = Math.random,
  ) {}

  /** How often it failed since the last success. */
  get count(): number {
    return this.failures;
  }

  /** Milliseconds until the next try: doubles up to the cap, and half of it is jitter, so that a fleet does not return at once. */
  next(): number {
    const whole = Math.min(this.limits.capMs, this.limits.firstMs * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return whole / 2 + (this.random() * whole) / 2;
  }

  reset(): void {
    this.failures = 0;
  }
}

/** Resolves after `ms`, or at once when the signal aborts; never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
