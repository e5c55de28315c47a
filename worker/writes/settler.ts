// Writes how claims ended: those that end at about the same time share a transaction, and an outage is waited for.
import type { Log } from '#lib/log.ts';
import { type ClaimRef, type Outcome, settleJobs } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { traceNow } from '#lib/trace.ts';
import { Backoff, pause } from '../backoff.ts';
import type { Membership } from '../heartbeat/membership.ts';
import { traceSettled } from '../job-trace.ts';

interface Waiting {
  readonly workerId: string;
  readonly outcome: Outcome;
  /** Called once it is written or dropped. */
  readonly onWritten?: (() => void) | undefined;
}

/** One statement's worth. Larger ones gain nothing and hold their locks longer. */
const mostPerWrite = 200;
/** One commits while the next is planned. */
const lanes = 2;

export class Settler {
  private queue: Waiting[] = [];
  private writing = 0;
  private unwritten = 0;
  private waiters: (() => void)[] = [];
  private scheduled = false;

  constructor(
    private readonly db: Database,
    private readonly membership: Membership,
    private readonly log: Log,
  ) {}

  /** Outcomes that are not written yet. */
  get pending(): number {
    return this.unwritten;
  }

  /** Queues an outcome; it is written as soon as a lane is free, or dropped when the lease of its worker id ends first. */
  settle(workerId: string, outcome: Outcome, onWritten?: () => void): void {
    this.unwritten += 1;
    this.queue.push({ workerId, outcome, onWritten });
    if (this.scheduled) return;
    this.scheduled = true;
    // Handlers that end in the same turn of the event loop go together.
    setImmediate(() => {
      this.scheduled = false;
      this.pump();
    });
  }

  /** Resolves after the next write. */
  nextWritten(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** Resolves when everything queued has been written or dropped. */
  async idle(): Promise<void> {
    while (this.unwritten > 0) await this.nextWritten();
  }

  private pump(): void {
    while (this.writing < lanes && this.queue.length > 0) {
      const workerId = this.queue[0]?.workerId ?? '';
      const batch: Outcome[] = [];
      const written: (() => void)[] = [];
      while (batch.length < mostPerWrite && this.queue[0]?.workerId === workerId) {
        const next = this.queue.shift();
        if (next) batch.push(next.outcome);
        if (next?.onWritten) written.push(next.onWritten);
      }
      this.writing += 1;
      void this.write(workerId, batch).then(() => {
        this.writing -= 1;
        this.unwritten -= batch.length;
        const waiters = this.waiters;
        this.waiters = [];
        for (const wake of [...written, ...waiters]) wake();
        this.pump();
      });
    }
  }

  /** The worker's own retry of its final write; it never throws. */
  private async write(workerId: string, batch: readonly Outcome[]): Promise<void> {
    const backoff = new Backoff();
    while (this.membership.holds(workerId)) {
      try {
        const startedAt = traceNow();
        const won = await settleJobs(this.db, workerId, batch);
        this.noteLosers(workerId, batch, won);
        traceSettled(workerId, batch, won, startedAt);
        return;
      } catch (error) {
        if (!isOutage(error)) return this.writeApart(workerId, batch, error);
        if (backoff.count === 0) this.log.warn({ error }, 'cannot settle; trying until the lease ends');
        await pause(backoff.next());
      }
    }
    this.log.warn({ workerId, jobs: batch.map(({ jobId }) => jobId) }, 'results dropped: the lease is over');
  }

  /** The database refuses a batch: one bad outcome must not take the others with it. */
  private async writeApart(workerId: string, batch: readonly Outcome[], error: unknown): Promise<void> {
    if (batch.length === 1) return this.giveUp(workerId, batch[0], error);
    for (const outcome of batch) await this.write(workerId, [outcome]);
  }

  /** A row lost the race (cancelled, reclaimed): normal, and said once. */
  private noteLosers(workerId: string, batch: readonly Outcome[], won: ReadonlySet<string>): void {
    for (const { jobId, claim, type } of batch)
      if (!won.has(jobId))
        this.log.info({ workerId, jobId, claim, type }, 'result dropped: the claim was no longer ours');
  }

  /** The database refuses this very outcome. The job ends as failed; if that is refused too, its lease is let go. */
  private async giveUp(workerId: string, outcome: Outcome | undefined, error: unknown): Promise<void> {
    if (outcome === undefined) return;
    const { jobId, claim, attempt } = outcome satisfies ClaimRef;
    this.log.error({ workerId, jobId, claim, error }, 'the database refuses this result');
    try {
      const message = 'The answer could not be stored.';
      await settleJobs(this.db, workerId, [{ jobId, claim, attempt, type: 'failed', kind: 'unknown', message }]);
    } catch (second) {
      this.log.error({ workerId, jobId, claim, error: second }, 'it cannot even be failed; giving up the lease');
      if (this.membership.holds(workerId)) this.membership.forfeit();
    }
  }
}
