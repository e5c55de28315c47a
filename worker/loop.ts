// Claims work for free slots: woken by notes, by a poll, and at once while there is more.
import type { JobKind } from '#lib/domain/job.ts';
import type { Log } from '#lib/log.ts';
import { type ClaimedJob, type ClaimRequest, claimJobs, releaseJobs } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import { Floors } from '#lib/store/lanes/floors.ts';
import { claimWithin, type LaneRules } from '#lib/store/lanes/limited-claim.ts';
import { traceNow } from '#lib/trace.ts';
import { Backoff, pause } from './backoff.ts';
import type { Membership } from './heartbeat/membership.ts';
import { traceClaims } from './job-trace.ts';
import type { Slots } from './slots.ts';
import type { Settler } from './writes/settler.ts';

export interface LoopOptions {
  readonly kinds: readonly JobKind[];
  readonly priorityCeiling: number;
  /** Jobs in one claim at most. */
  readonly batchSize: number;
  /** End when nothing is ready and nothing runs. */
  readonly once: boolean;
  /** End after this many claimed jobs. */
  readonly mostJobs: number;
  /** Limits that claims keep to; absent: none. */
  readonly lanes?: LaneRules | undefined;
}

export interface LoopParts {
  readonly db: Database;
  readonly log: Log;
  readonly membership: Membership;
  readonly slots: Slots;
  readonly settler: Settler;
  /** Takes a slot at once and works on the job. */
  readonly begin: (job: ClaimedJob, workerId: string) => void;
}

/** A lost note costs this much. */
const pollMs = 2_000;
/** Outcomes that wait to be written, per slot, before claiming waits for them. */
const unwrittenPerSlot = 4;
/** Short jobs free their slots one by one; a claim waits this long for a few more of them. */
const gatherMs = 1;

/** With `once`: how often it looks again before it believes that nothing is ready. */
const looksOfOnce = 3;
const betweenLooksMs = 50;

export class Loop {
  private readonly ended = new AbortController();
  private readonly backoff = new Backoff();
  private readonly floors = new Floors();
  private woken = false;
  private wakeSleeper: (() => void) | undefined;
  private claimed = 0;
  private lookAgainMs = pollMs;
  private emptyLooks = 0;
  private lastClaimAt = performance.now();

  constructor(
    private readonly parts: LoopParts,
    private readonly options: LoopOptions,
  ) {}

  /** Milliseconds since the last claim statement came back; grows when claiming is stuck. */
  get claimAgeMs(): number {
    return performance.now() - this.lastClaimAt;
  }

  /** There may be work now. */
  wake(): void {
    this.woken = true;
    this.wakeSleeper?.();
  }

  /** No further claim; `run` resolves soon. What runs goes on. */
  stop(): void {
    this.ended.abort();
    this.wake();
  }

  /** Resolves after `stop`, or when `once` or `mostJobs` is fulfilled. */
  async run(): Promise<void> {
    const { membership } = this.parts;
    while (!this.ended.signal.aborted && this.claimed < this.options.mostJobs) {
      await this.unlessEnded(membership.joined());
      const room = await this.room();
      if (this.ended.signal.aborted) return;
      this.woken = false;
      const found = await this.claim(room);
      if (found === null || found === room) continue;
      if (!this.options.once) await this.sleep();
      else if (await this.isWorkedOff(found)) return;
    }
  }

  /** With `once`, after a claim that did not fill the slots: true when nothing runs and nothing is ready; else it was worth waiting. */
  private async isWorkedOff(found: number): Promise<boolean> {
    const { slots } = this.parts;
    this.emptyLooks = found === 0 ? this.emptyLooks + 1 : 0;
    if (slots.size > 0) await this.unlessEnded(slots.nextFreed());
    // A sweep may have held the only row for a moment, and a claim skips what is locked: one empty look is not enough.
    else if (this.emptyLooks > looksOfOnce) return true;
    else await pause(betweenLooksMs, this.ended.signal);
    return false;
  }

  /** How many jobs may be claimed now; waits until that is at least one. */
  private async room(): Promise<number> {
    const { slots, settler } = this.parts;
    const most = Math.min(this.options.batchSize, this.options.mostJobs - this.claimed);
    const now = () => Math.min(slots.free, most, Math.max(64, slots.count * unwrittenPerSlot) - settler.pending);
    if (now() > 0) return now();
    while (now() <= 0 && !this.ended.signal.aborted)
      await this.unlessEnded(
        Promise.race([slots.nextFreed(), ...(settler.pending > 0 ? [settler.nextWritten()] : [])]),
      );
    if (now() < slots.count / 4) await pause(gatherMs, this.ended.signal);
    return now();
  }

  /** Claims and begins; how many. Null when that was not possible (lease, database): the wait is already over. */
  private async claim(limit: number): Promise<number | null> {
    const { membership, begin, log } = this.parts;
    const { workerId } = membership;
    const { kinds, priorityCeiling } = this.options;
    if (!membership.holds(workerId)) return this.failed(new Error('the lease is over'));
    const startedAt = traceNow();
    let jobs: ClaimedJob[];
    try {
      jobs = await this.ask({ workerId, kinds, priorityCeiling, limit });
    } catch (error) {
      return this.failed(error);
    }
    if (this.backoff.count > 0) log.info({ workerId, failures: this.backoff.count }, 'claiming again');
    this.backoff.reset();
    this.lastClaimAt = performance.now();
    this.claimed += jobs.length;
    traceClaims(jobs, workerId, startedAt);
    if (jobs.length > 0 && (this.ended.signal.aborted || !membership.holds(workerId)))
      await this.handBack(jobs, workerId);
    else for (const job of jobs) begin(job, workerId);
    return jobs.length;
  }

  /** Without limits one statement does it all; with limits a time is known at which there may be room again. */
  private async ask(request: ClaimRequest): Promise<ClaimedJob[]> {
    const { db } = this.parts;
    const { lanes } = this.options;
    if (lanes === undefined || lanes.limits.length === 0) return claimJobs(db, request, this.floors);
    const { jobs, againInMs } = await claimWithin(db, request, lanes, this.floors);
    // A millisecond more than asked: a timer that fires early would find nothing and come again at once.
    this.lookAgainMs = Math.min(pollMs, againInMs === null ? pollMs : Math.ceil(againInMs) + 1);
    return jobs;
  }

  /** Claimed while the worker was stopping or its lease ended: nobody shall wait for us. */
  private async handBack(jobs: readonly ClaimedJob[], workerId: string): Promise<void> {
    const claims = jobs.map(({ id: jobId, claim, attempt }) => ({ jobId, claim, attempt }));
    await releaseJobs(this.parts.db, workerId, claims).catch((error: unknown) =>
      this.parts.log.warn({ workerId, error }, 'could not hand claimed jobs back; they will be reclaimed'),
    );
  }

  private async failed(error: unknown): Promise<null> {
    if (this.backoff.count === 0) this.parts.log.warn({ error }, 'cannot claim; trying until it works');
    await pause(this.backoff.next(), this.ended.signal);
    return null;
  }

  private async sleep(): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.lookAgainMs);
      this.wakeSleeper = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeSleeper = undefined;
  }

  private unlessEnded(waiting: Promise<unknown>): Promise<unknown> {
    const { signal } = this.ended;
    if (signal.aborted) return Promise.resolve();
    let onAbort = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      onAbort = () => resolve();
      signal.addEventListener('abort', onAbort, { once: true });
    });
    return Promise.race([waiting, ended]).finally(() => signal.removeEventListener('abort', onAbort));
  }
}
