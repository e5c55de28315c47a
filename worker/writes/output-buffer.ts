// Streamed text on its way to the database: all jobs' new text goes in one statement, at most 50 ms after it came.
import type { Log } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { appendOutput, type OutputChunk } from '#lib/store/output.ts';
import { Backoff } from '../backoff.ts';
import type { Membership } from '../heartbeat/membership.ts';
import type { RunningClaim } from '../slots.ts';

const flushEveryMs = 40;

/** The text of one claim. */
export class OutputStream {
  /** What came and is not stored yet; it starts at `storedUpTo` (UTF-16 units). */
  private unsent = '';
  private offered: OutputChunk | undefined;
  private storedUpTo = 0;
  private whole = '';
  isOpen = true;

  constructor(
    readonly claim: RunningClaim,
    private readonly changed: () => void,
  ) {}

  /** Everything received so far. */
  get text(): string {
    return this.whole;
  }

  /** Adds text; NUL is left out, since PostgreSQL cannot store it. Does nothing once the claim is over. */
  write(text: string): void {
    if (!this.isOpen) return;
    const storable = text.replaceAll('\u0000', '');
    if (storable === '') return;
    this.whole += storable;
    this.unsent += storable;
    this.changed();
  }

  /**
   * What can be stored now. The first half of a surrogate pair waits for the second. Until `stored` is called the same
   * chunk is offered again: a write whose answer was lost may have been made, and the database ignores its repetition.
   */
  take(): OutputChunk | null {
    if (!this.isOpen) return null;
    const end = endsInHalfPair(this.unsent) ? this.unsent.length - 1 : this.unsent.length;
    if (this.offered === undefined && end > 0) {
      const { id: jobId, claim } = this.claim.job;
      this.offered = { jobId, claim, startsAt: this.storedUpTo, content: this.unsent.slice(0, end).toWellFormed() };
    }
    return this.offered ?? null;
  }

  /** The offered chunk is stored; true when more has come since. */
  stored(): boolean {
    const length = this.offered?.content.length ?? 0;
    this.offered = undefined;
    this.unsent = this.unsent.slice(length);
    this.storedUpTo += length;
    return this.unsent !== '';
  }
}

export class OutputBuffer {
  private readonly streams = new Set<OutputStream>();
  private readonly changed = new Set<OutputStream>();
  private readonly backoff = new Backoff();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly membership: Membership,
    private readonly log: Log,
  ) {}

  open(claim: RunningClaim): OutputStream {
    const stream: OutputStream = new OutputStream(claim, () => {
      this.changed.add(stream);
      this.schedule(flushEveryMs);
    });
    this.streams.add(stream);
    return stream;
  }

  /** The claim is over: what was not stored yet goes with its outcome, so nothing more is written here. */
  close(stream: OutputStream): void {
    stream.isOpen = false;
    this.streams.delete(stream);
    this.changed.delete(stream);
  }

  /** Stops the timer and waits for the statement that is under way. */
  async end(): Promise<void> {
    for (const stream of this.streams) stream.isOpen = false;
    this.changed.clear();
    clearTimeout(this.timer);
    await this.flushing;
  }

  private schedule(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.flushing = this.flush();
    }, ms);
  }

  /** One flush at a time: the timer is only free again when it has ended. */
  private async flush(): Promise<void> {
    const sent = new Map<OutputStream, OutputChunk>();
    const { workerId } = this.membership;
    for (const stream of this.changed) {
      const chunk = stream.claim.workerId === workerId ? stream.take() : null;
      if (chunk) sent.set(stream, chunk);
    }
    this.changed.clear();
    const wait = sent.size > 0 && this.membership.holds(workerId) ? await this.store(workerId, sent) : flushEveryMs;
    this.timer = undefined;
    if (this.changed.size > 0) this.schedule(wait);
  }

  /** Milliseconds to wait before the next flush. A failed one is sent again: the database ignores a repeated chunk. */
  private async store(workerId: string, sent: ReadonlyMap<OutputStream, OutputChunk>): Promise<number> {
    try {
      const lost = new Set(await appendOutput(this.db, workerId, [...sent.values()]));
      this.backoff.reset();
      for (const [stream, chunk] of sent) {
        if (stream.stored()) this.changed.add(stream);
        if (lost.has(chunk.jobId)) stream.claim.stop('cancelled');
      }
      return flushEveryMs;
    } catch (error) {
      this.notStored(sent, error);
      return this.backoff.next();
    }
  }

  private notStored(sent: ReadonlyMap<OutputStream, OutputChunk>, error: unknown): void {
    if (this.backoff.count === 0) this.log.warn({ error }, 'streamed text cannot be stored; trying again');
    for (const stream of sent.keys()) {
      // A refused statement is not repeated as it is: the whole text comes with the outcome anyway.
      if (isOutage(error) || stream.stored()) this.changed.add(stream);
    }
  }
}

function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
