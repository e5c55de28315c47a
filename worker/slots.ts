// The worker's slots: which claims run here, how many more fit, and how to stop one of them.
import type { ClaimedJob } from '#lib/store/claims.ts';

/** Why the work of a claim is stopped from outside. It is the `reason` of the one AbortSignal that reaches the provider. */
export type StopReason = 'cancelled' | 'shutdown' | 'lease_lost' | 'timeout';

/** `signal.reason` of a stopped claim. */
export class Stopped extends Error {
  override readonly name = 'AbortError';

  constructor(readonly why: StopReason) {
    super(`stopped: ${why}`);
  }
}

/** One claim at work. `stop` is idempotent: the first reason stays. */
export class RunningClaim {
  private readonly controller = new AbortController();

  constructor(
    readonly job: ClaimedJob,
    /** The worker id that claimed it: every write about it is fenced by this one, also after a change of identity. */
    readonly workerId: string,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get stoppedFor(): StopReason | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof Stopped ? reason.why : undefined;
  }

  stop(why: StopReason): void {
    if (!this.signal.aborted) this.controller.abort(new Stopped(why));
  }
}

/** Claims at work, by job. A slot is taken from the claim until its handler has finished and its outcome is queued to be written. */
export class Slots {
  private readonly running = new Map<string, RunningClaim>();
  private waiters: (() => void)[] = [];

  constructor(readonly count: number) {}

  get free(): number {
    return this.count - this.running.size;
  }

  get size(): number {
    return this.running.size;
  }

  add(claim: RunningClaim): void {
    this.running.set(claim.job.id, claim);
  }

  /** Frees the claim's slot, unless a later claim of the same job has taken its place. */
  remove(claim: RunningClaim): void {
    if (this.running.get(claim.job.id) === claim) this.running.delete(claim.job.id);
    const waiters = this.waiters;
    this.waiters = [];
    for (const wake of waiters) wake();
  }

  all(): RunningClaim[] {
    return [...this.running.values()];
  }

  get(jobId: string): RunningClaim | undefined {
    return this.running.get(jobId);
  }

  /** Resolves when the next slot is freed. */
  nextFreed(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** Resolves when nothing runs, or after `ms`; true when nothing runs. */
  async drained(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    while (this.running.size > 0) {
      const left = until - performance.now();
      if (left <= 0) return false;
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        this.nextFreed(),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, left);
        }),
      ]);
      clearTimeout(timer);
    }
    return true;
  }
}
