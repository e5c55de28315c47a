// The worker's place among the workers: its row, its lease, and a new random id whenever the lease was lost.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { JobKind } from '#lib/domain/job.ts';
import type { LaneLimit } from '#lib/domain/lanes/lane.ts';
import type { Log } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { registerWorker, retireWorker, type WorkerModel } from '#lib/store/workers.ts';
import packageJson from '#package.json' with { type: 'json' };
import { Backoff, pause } from '../backoff.ts';
import { Heartbeat } from './heartbeat.ts';

export interface MembershipOptions {
  readonly slots: number;
  readonly kinds: readonly JobKind[];
  readonly models: readonly WorkerModel[];
  readonly limits: readonly LaneLimit[];
  readonly beatEveryMs: number;
  readonly leaseMs: number;
}

/** `forfeited`: given up on purpose, so that a claim whose result cannot be written is reclaimed. */
export type LossReason = 'silence' | 'refused' | 'forfeited';

export interface MembershipEvents {
  /** Called with each id before it is registered: whoever watches this process must know it even if it dies the next moment. */
  readonly onJoining: (workerId: string) => void;
  /** The claims of this id must stop now; it writes nothing any more. Called before a new id is sought. */
  readonly onLost: (workerId: string) => void;
  /** Registered again under a new id; the old one's leftovers can be let go. Errors are its own business. */
  readonly onRejoined: (lostId: string, why: LossReason) => Promise<void>;
}

export class Membership {
  private id: string = randomUUID();
  private readonly heartbeat: Heartbeat;
  private joining: Promise<void> = Promise.resolve();
  private readonly ended = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly options: MembershipOptions,
    private readonly events: MembershipEvents,
    private readonly log: Log,
  ) {
    this.heartbeat = new Heartbeat(
      { url: db.directUrl, beatEveryMs: options.beatEveryMs, leaseMs: options.leaseMs },
      {
        onLost: (workerId, why) => this.lost(workerId, why),
        onFailedBeat: (message) => log.warn({ workerId: this.id, message }, 'beat failed'),
        onLateBeat: (lateMs) =>
          log.warn({ workerId: this.id, lateMs }, 'beat came late: the process or the machine stood still'),
      },
    );
  }

  get workerId(): string {
    return this.id;
  }

  /** True while writes may be made under this id. Reads the shared clock; cheap enough for every write. */
  holds(workerId: string): boolean {
    return workerId === this.id && this.heartbeat.isHeld();
  }

  /** Milliseconds since the last beat that worked. */
  get beatAgeMs(): number {
    return this.heartbeat.ageMs();
  }

  /** Registers, however long the database takes to come; resolves early only when the worker ends. */
  async join(): Promise<void> {
    const backoff = new Backoff();
    await Promise.race([this.heartbeat.ready, aborted(this.ended.signal)]);
    while (!this.ended.signal.aborted) {
      const id = randomUUID();
      const startedAt = process.hrtime.bigint();
      this.events.onJoining(id);
      try {
        await registerWorker(this.db, { ...this.row(), id });
        this.id = id;
        this.heartbeat.adopt(id, startedAt);
        return;
      } catch (error) {
        if (backoff.count === 0) this.log.warn({ error }, 'cannot register; trying until the database is back');
        await pause(backoff.next(), this.ended.signal);
      }
    }
  }

  /** Resolves once the worker is registered (again). */
  joined(): Promise<void> {
    return this.joining;
  }

  /** The worker is about to end: whoever waits for a registration that does not come waits no longer. */
  giveUpJoining(): void {
    this.ended.abort();
  }

  /** Gives the lease up, because a claim of it can neither be settled nor released: it will be reclaimed. */
  forfeit(): void {
    const id = this.id;
    this.heartbeat.pause();
    this.lost(id, 'forfeited');
  }

  /** Beats end and the row is marked stopped, if the database can be reached. */
  async leave(): Promise<void> {
    this.ended.abort();
    await this.joining;
    const id = this.id;
    await this.heartbeat.stop();
    await retireWorker(this.db, id).catch((error: unknown) =>
      this.log.warn({ workerId: id, error }, 'could not mark the worker stopped; its lease runs out by itself'),
    );
  }

  private row() {
    const { slots, kinds, models, limits, leaseMs } = this.options;
    return { host: hostname(), pid: process.pid, slots, kinds, models, limits, version: packageJson.version, leaseMs };
  }

  private lost(workerId: string, why: LossReason): void {
    this.log.error({ workerId, why }, 'lease lost: its jobs are stopped, their results dropped');
    this.events.onLost(workerId);
    this.joining = this.join().then(async () => {
      if (this.ended.signal.aborted) return;
      this.log.info({ workerId: this.id, lostId: workerId }, 'registered again');
      await this.events.onRejoined(workerId, why);
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
