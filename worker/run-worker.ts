// A worker's whole life: registers, claims and works, and ends without losing anything it holds.
import type { JobKind } from '#lib/domain/job.ts';
import { limitOf, modelOfLane } from '#lib/domain/lanes/lane.ts';
import type { ModelPrice } from '#lib/domain/ledger/price.ts';
import type { Log } from '#lib/log.ts';
import { type ClaimedJob, releaseJobs } from '#lib/store/claims.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { chargeInterrupted, type InterruptedCall } from '#lib/store/jobs/interrupted.ts';
import { findStrayClaims } from '#lib/store/jobs/strays.ts';
import { prolongPause } from '#lib/store/lanes/pauses.ts';
import { listen } from '#lib/store/listen.ts';
import { type Channel, channels } from '#lib/store/notifier.ts';
import { drainWorker, retireWorker, type WorkerModel } from '#lib/store/workers.ts';
import { traceNow } from '#lib/trace.ts';
import { checkClaims } from './claim-check.ts';
import type { Handler } from './handlers/handler.ts';
import { type LossReason, Membership } from './heartbeat/membership.ts';
import { traceRun } from './job-trace.ts';
import { Loop, type LoopOptions } from './loop.ts';
import { readyAllDue, reclaimAll, startSweeps } from './reclaim.ts';
import { repeat } from './repeating.ts';
import { type Limited, type RunLimits, runJob } from './run-job.ts';
import { RunningClaim, Slots } from './slots.ts';
import { OutputBuffer } from './writes/output-buffer.ts';
import { priced } from './writes/priced.ts';
import { Settler } from './writes/settler.ts';

export interface WorkerOptions extends Omit<LoopOptions, 'kinds'> {
  readonly url: string;
  readonly directUrl?: string | undefined;
  readonly concurrency: number;
  readonly beatEveryMs: number;
  readonly leaseMs: number;
  /** How long running jobs may go on after `signal`. */
  readonly graceMs: number;
  readonly limits: RunLimits;
  /** Only jobs of these kinds are claimed. */
  readonly handlers: ReadonlyMap<JobKind, Handler>;
  readonly models: readonly WorkerModel[];
  /** What calls cost, for the ledger. */
  readonly prices?: readonly ModelPrice[] | undefined;
  /** Told each worker id this run takes, before it is registered. */
  readonly onIdentity?: ((workerId: string) => void) | undefined;
  /** Aborting it ends the worker gracefully. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Cancels whose note was lost reach the work within this. */
const checkEveryMs = 2_000;
/** Claiming that is silent this long although there is room is worth an alarm. */
const stalledAfterMs = 30_000;
/** How long the last release is tried while the database is away; then the lease runs out by itself. */
const lastReleaseMs = 5_000;

/** Runs until `signal` aborts (or, with `once` or `mostJobs`, until the work is done) and everything is written and closed. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const db = openDatabase({ url: options.url, directUrl: options.directUrl, name: 'asterion worker' });
  try {
    await new WorkerRun(db, options).run();
  } finally {
    await closeDatabase(db);
  }
}

class WorkerRun {
  private readonly slots: Slots;
  private readonly membership: Membership;
  private readonly settler: Settler;
  private readonly output: OutputBuffer;
  private readonly loop: Loop;
  private readonly log: Log;
  private readonly released: RunningClaim[] = [];
  private readonly paidInVain: { workerId: string; call: InterruptedCall }[] = [];

  constructor(
    private readonly db: Database,
    private readonly options: WorkerOptions,
  ) {
    const { concurrency: slots, models, beatEveryMs, leaseMs, log } = options;
    const kinds = [...options.handlers.keys()];
    this.log = log;
    this.slots = new Slots(slots);
    this.membership = new Membership(
      db,
      { slots, kinds, models, limits: options.lanes?.limits ?? [], beatEveryMs, leaseMs },
      {
        onJoining: (workerId) => options.onIdentity?.(workerId),
        onLost: (workerId) => this.stopClaims('lease_lost', workerId),
        onRejoined: (lostId, why) => this.letGoOf(lostId, why),
      },
      log,
    );
    this.settler = new Settler(db, this.membership, log);
    this.output = new OutputBuffer(db, this.membership, log);
    this.loop = new Loop(
      {
        db,
        log,
        membership: this.membership,
        slots: this.slots,
        settler: this.settler,
        begin: (job, workerId) => void this.work(new RunningClaim(job, workerId)),
      },
      { ...options, kinds },
    );
  }

  async run(): Promise<void> {
    const { signal, once } = this.options;
    const onSignal = () => this.loop.stop();
    signal.addEventListener('abort', onSignal, { once: true });
    const leave = () => this.membership.giveUpJoining();
    signal.addEventListener('abort', leave, { once: true });
    await this.membership.join();
    this.log.info({ workerId: this.membership.workerId, slots: this.slots.count }, 'worker started');
    if (once && !signal.aborted) await this.sweepOnce();
    const sweeps = startSweeps(this.db, this.log, () => this.loop.wake());
    const listener = await listen(this.db, [channels.ready, channels.cancel, channels.pause], {
      onNotify: (channel, payload) => {
        this.heard(channel, payload);
        if (channel === channels.pause) sweeps.pauseChanged();
      },
      onConnect: () => this.loop.wake(),
      onLost: (error) => this.log.warn({ error }, 'no notes for now; polling goes on'),
    });
    const checks = repeat('the check of claims', this.log, checkEveryMs, () => this.check());
    if (signal.aborted) this.loop.stop();
    await this.loop.run();
    await this.finish();
    await Promise.all([sweeps.stop(), checks.stop(), listener.close()]);
    await this.membership.leave();
    signal.removeEventListener('abort', onSignal);
    signal.removeEventListener('abort', leave);
    this.log.info({ workerId: this.membership.workerId }, 'worker stopped');
  }

  private async work(claim: RunningClaim): Promise<void> {
    const { db, log, slots } = this;
    const handler = this.options.handlers.get(claim.job.kind);
    if (handler === undefined) throw new Error(`claimed a job of kind ${claim.job.kind}, which has no handler`);
    slots.add(claim);
    const stream = this.output.open(claim);
    const startedAt = traceNow();
    const run = await runJob(claim, handler, stream, { db, log, limits: this.options.limits });
    const ending = priced(run, this.options.prices ?? []);
    this.output.close(stream);
    traceRun(claim, ending, startedAt);
    if (ending.type === 'settle') {
      if (ending.limitedBy) await this.leaveAlone(claim.job, ending.limitedBy);
      this.settler.settle(
        claim.workerId,
        ending.outcome,
        this.isLimited(claim.job) ? () => this.madeRoom() : undefined,
      );
    }
    if (ending.type === 'release') this.released.push(claim);
    if (ending.type !== 'settle' && ending.used !== undefined) this.interrupted(claim, ending.used);
    slots.remove(claim);
  }

  /** A provider's lane is closed for every job and worker: each of them would only be refused as well. */
  private async leaveAlone({ id: jobId, lane }: ClaimedJob, { provider, forMs }: Limited): Promise<void> {
    const isDefault = this.options.models[0]?.provider === provider;
    const scopes = [`provider:${provider}`, ...(lane === 'default' || isDefault ? ['lane:default'] : [])];
    const reason = `${provider} is limiting requests and asked to wait`;
    this.log.warn({ jobId, provider, forMs }, 'the provider asked to wait: its lane is paused');
    await prolongPause(this.db, { scopes, forMs, reason, setBy: `worker:${this.membership.workerId}` }).catch(
      (error: unknown) => this.log.warn({ provider, error }, 'could not pause the lane; jobs may be refused again'),
    );
  }

  private isLimited({ lane }: ClaimedJob): boolean {
    const { limits, aliases } = this.options.lanes ?? { limits: [], aliases: {} };
    return limits.length > 0 && limitOf(modelOfLane(lane, aliases), limits) !== undefined;
  }

  /** A call of a limited model has ended: whoever was kept back by its limit looks again. */
  private madeRoom(): void {
    this.db.notifier.note(channels.ready);
  }

  private interrupted(claim: RunningClaim, ledger: InterruptedCall['ledger']): void {
    const { id: jobId, claim: number } = claim.job;
    this.paidInVain.push({ workerId: claim.workerId, call: { jobId, claim: number, ledger } });
    if (!this.options.signal.aborted) void this.charge();
  }

  /** A ledger row that cannot be written is an estimate less; nothing waits for it. */
  private async charge(): Promise<void> {
    for (const { workerId, call } of this.paidInVain.splice(0))
      await chargeInterrupted(this.db, workerId, [call]).catch((error: unknown) =>
        this.log.warn({ error, jobId: call.jobId }, 'an interrupted call is missing from the ledger'),
      );
  }

  private heard(channel: Channel, payload: string): void {
    if (channel === channels.ready) this.loop.wake();
    if (channel === channels.cancel) for (const jobId of payload.split(',')) this.slots.get(jobId)?.stop('cancelled');
  }

  private async check(): Promise<number> {
    const { db, log, membership, slots, settler } = this;
    await checkClaims({ db, log, membership, slots, settler });
    const { claimAgeMs } = this.loop;
    if (claimAgeMs > stalledAfterMs && this.slots.free > 0 && !this.options.signal.aborted)
      this.log.error({ claimAgeMs, beatAgeMs: this.membership.beatAgeMs }, 'nothing was claimed or looked for');
    return checkEveryMs;
  }

  private async sweepOnce(): Promise<void> {
    try {
      await reclaimAll(this.db, this.log);
      await readyAllDue(this.db);
    } catch (error) {
      this.log.warn({ error }, 'the first sweep failed; the next one comes');
    }
  }

  private stopClaims(why: 'lease_lost' | 'shutdown', workerId?: string): void {
    for (const claim of this.slots.all()) if (workerId === undefined || claim.workerId === workerId) claim.stop(why);
  }

  /** What a lost id still holds goes back at once and keeps its attempts: an outage of the database is nobody's failure. */
  private async letGoOf(lostId: string, why: LossReason): Promise<void> {
    try {
      if (why !== 'forfeited') await releaseJobs(this.db, lostId, await findStrayClaims(this.db, lostId, [], 0));
      await retireWorker(this.db, lostId);
    } catch (error) {
      this.log.warn({ lostId, error }, 'could not let go of the lost lease; its jobs will be reclaimed');
    }
    this.loop.wake();
  }

  /** Lets running jobs finish, for the grace time once the signal has come; then aborts and releases them. */
  private async finish(): Promise<void> {
    const { signal, graceMs, limits } = this.options;
    while (!signal.aborted && !(await this.slots.drained(250)));
    if (signal.aborted && this.slots.size > 0) {
      this.log.info({ running: this.slots.size, graceMs }, 'stopping: no more claims; running jobs get the grace time');
      const { workerId } = this.membership;
      if (this.membership.holds(workerId))
        await drainWorker(this.db, workerId).catch((error: unknown) =>
          this.log.warn({ error }, 'cannot mark draining'),
        );
      if (!(await this.slots.drained(graceMs))) {
        this.stopClaims('shutdown');
        await this.slots.drained(limits.deafAfterMs + 1_000);
      }
    }
    await this.output.end();
    await this.settler.idle();
    await this.releaseAll();
    await this.charge();
  }

  private async releaseAll(): Promise<void> {
    const until = performance.now() + lastReleaseMs;
    const { workerId } = this.membership;
    const claims = this.released.filter((claim) => claim.workerId === workerId).map(({ job }) => refOf(job));
    if (claims.length === 0) return;
    for (;;) {
      try {
        await releaseJobs(this.db, workerId, claims);
        this.log.info({ workerId, released: claims.length }, 'unfinished jobs released, attempts kept');
        return;
      } catch (error) {
        if (performance.now() > until) {
          this.log.warn({ workerId, error }, 'could not release; the jobs will be reclaimed');
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }
}

function refOf({ id: jobId, claim, attempt }: ClaimedJob) {
  return { jobId, claim, attempt };
}
