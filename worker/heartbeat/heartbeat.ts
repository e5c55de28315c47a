// The main thread's side of the lease: starts the beating thread, and watches on its own clock whether the lease still holds.
import { Worker } from 'node:worker_threads';

export interface BeatSettings {
  readonly url: string;
  readonly beatEveryMs: number;
  readonly leaseMs: number;
}

/** `lastBeat` holds one 64-bit number: the monotonic nanoseconds at which the last successful beat started. */
export type BeatOrder =
  | { readonly type: 'adopt'; readonly workerId: string; readonly lastBeat: SharedArrayBuffer }
  | { readonly type: 'pause' }
  | { readonly type: 'stop' };

export type BeatReport =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'late'; readonly lateMs: number }
  | { readonly type: 'refused'; readonly workerId: string };

export interface HeartbeatEvents {
  /** The lease is lost or about to be: once per adopted identity. */
  readonly onLost: (workerId: string, why: 'silence' | 'refused') => void;
  readonly onFailedBeat: (message: string) => void;
  /** A beat started this much after its time: the process or the whole machine stood still. */
  readonly onLateBeat: (lateMs: number) => void;
}

/** Part of the lease that is left unused: our clock and the database's may differ in speed, and aborting takes time. */
const safetyMargin = 0.2;
const respawnMs = 500;

interface Identity {
  readonly workerId: string;
  readonly lastBeat: SharedArrayBuffer;
  readonly clock: BigInt64Array;
}

export class Heartbeat {
  private thread: Worker | undefined;
  private identity: Identity | undefined;
  private readonly watch: NodeJS.Timeout;
  private readonly limitNs: bigint;
  private stopped = false;
  private announceReady: () => void = () => undefined;
  /** Resolves when the thread has loaded: a lease taken before that could run out unbeaten on a busy machine. */
  readonly ready = new Promise<void>((resolve) => {
    this.announceReady = resolve;
  });

  constructor(
    private readonly settings: BeatSettings,
    private readonly events: HeartbeatEvents,
  ) {
    this.limitNs = BigInt(Math.round(settings.leaseMs * (1 - safetyMargin) * 1e6));
    this.watch = setInterval(() => this.isHeld(), Math.max(20, settings.leaseMs / 30));
    this.thread = this.spawn();
  }

  /** Beats for this worker from now on. `leaseStartedAt`: process.hrtime.bigint() before the row was written. */
  adopt(workerId: string, leaseStartedAt: bigint): void {
    const lastBeat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
    const clock = new BigInt64Array(lastBeat);
    Atomics.store(clock, 0, leaseStartedAt);
    this.identity = { workerId, lastBeat, clock };
    this.order({ type: 'adopt', workerId, lastBeat });
  }

  /**
   * Asked before every write. Reads the clock that both threads share, so a process that was stopped past its lease
   * and then continued knows before it does anything. Once false it stays false until the next `adopt`.
   */
  isHeld(): boolean {
    if (this.identity === undefined) return false;
    if (this.ageNs(this.identity) <= this.limitNs) return true;
    this.lose('silence');
    return false;
  }

  /** Milliseconds since the last successful beat started. */
  ageMs(): number {
    return this.identity === undefined ? Number.POSITIVE_INFINITY : Number(this.ageNs(this.identity)) / 1e6;
  }

  /** Gives the identity up: no beat is sent for it any more. */
  pause(): void {
    this.identity = undefined;
    this.order({ type: 'pause' });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.watch);
    this.identity = undefined;
    const thread = this.thread;
    if (thread === undefined) return;
    const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    this.order({ type: 'stop' });
    const patience = setTimeout(() => void thread.terminate(), 1_000);
    await gone;
    clearTimeout(patience);
  }

  private ageNs(identity: Identity): bigint {
    return process.hrtime.bigint() - Atomics.load(identity.clock, 0);
  }

  private lose(why: 'silence' | 'refused'): void {
    const identity = this.identity;
    if (identity === undefined) return;
    this.pause();
    this.events.onLost(identity.workerId, why);
  }

  private order(order: BeatOrder): void {
    this.thread?.postMessage(order);
  }

  private spawn(): Worker {
    const thread = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
      workerData: this.settings,
      // The parent's own flags (a loader, a test runner's hooks) are not for this thread.
      execArgv: [],
    });
    thread.on('message', (report: BeatReport) => {
      if (report.type === 'ready') this.announceReady();
      else if (report.type === 'failed') this.events.onFailedBeat(report.message);
      else if (report.type === 'late') this.events.onLateBeat(report.lateMs);
      else if (report.workerId === this.identity?.workerId) this.lose('refused');
    });
    thread.on('error', (error) => this.events.onFailedBeat(`the beating thread ended: ${String(error)}`));
    thread.on('exit', () => {
      this.thread = undefined;
      if (!this.stopped) setTimeout(() => this.respawn(), respawnMs).unref();
    });
    return thread;
  }

  private respawn(): void {
    if (this.stopped || this.thread !== undefined) return;
    this.thread = this.spawn();
    if (this.identity)
      this.order({ type: 'adopt', workerId: this.identity.workerId, lastBeat: this.identity.lastBeat });
  }
}
