// The server end of the live view: one LISTEN connection and one look at the log for all streams of this process.
import type { Viewer } from '#lib/auth/viewer.ts';
import { type Cursor, formatCursor, streamBeatMs } from '#lib/domain/event.ts';
import type { Log } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { readTail, type Tail, type TailPlace } from '#lib/store/events.ts';
import { type Listener, listen } from '#lib/store/listen.ts';
import { channels } from '#lib/store/notifier.ts';
import { readOutputSince, readRunning } from '#lib/store/output.ts';
import { Audience, type Member, type Watcher } from './audience.ts';
import { beginningOf, resetFrameAt } from './beginning.ts';
import { EventStream, encode } from './sse.ts';

export interface HubOptions {
  /** A lost note costs this much at most. Source: execution contract §4. */
  readonly pollMs?: number;
  /** Kept listening this long after the last stream: a reload must not cost a connection. */
  readonly lingerMs?: number;
  readonly beatMs?: number;
}

interface Running {
  readonly listener: Listener;
  readonly timers: NodeJS.Timeout[];
}

export class Hub {
  private readonly audiences = new Map<string, Audience>();
  private place: TailPlace | null = null;
  private cursor: Cursor | null = null;
  private running: Promise<Running> | undefined;
  private linger: NodeJS.Timeout | undefined;
  private gap: NodeJS.Timeout | undefined;
  /** Looks, and loads of a new audience, one after another. */
  private turn: Promise<unknown> = Promise.resolve();
  private lookedAt = 0;
  private hasNews = false;
  private hasText = false;
  private isLooking = false;
  private isAway = false;
  private isClosed = false;

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly options: HubOptions = {},
  ) {}

  /** Open streams. */
  get streams(): number {
    let sum = 0;
    for (const { members } of this.audiences.values()) sum += members.size;
    return sum;
  }

  /** Since the last successful look; null while nobody watches. */
  get lagMs(): number | null {
    return this.streams === 0 ? null : performance.now() - this.lookedAt;
  }

  /**
   * A live stream of the viewer's changes: first what changed since the cursor and the texts so far, then the rest,
   * without a gap. Whoever opens it attaches or ends it. Throws when the database is away.
   */
  async open(viewer: Viewer, since: Cursor | null): Promise<EventStream> {
    if (this.isClosed) throw new Error('the server is stopping; no new stream is opened');
    const audience = this.audienceOf(viewer);
    audience.opening += 1;
    try {
      await audience.ready;
      const member = this.join(audience);
      // Subscribed first: what is committed from here on is held, what was before is read.
      const texts = audience.texts.wholeFrames();
      try {
        member.stream.send(encode((await beginningOf(this.db, viewer, since)) + texts));
      } catch (error) {
        member.stream.end();
        throw error;
      }
      const held = member.held ?? [];
      member.held = null;
      for (const bytes of held) member.stream.send(bytes);
      return member.stream;
    } finally {
      audience.opening -= 1;
      this.dissolve(audience);
    }
  }

  /** Hears of the viewer's rows until the returned function is called. Throws when the database is away. */
  async watch(viewer: Viewer, watcher: Watcher): Promise<() => void> {
    if (this.isClosed) {
      watcher('closed');
      return () => undefined;
    }
    const audience = this.audienceOf(viewer);
    audience.watchers.add(watcher);
    const leave = (): void => {
      audience.watchers.delete(watcher);
      this.dissolve(audience);
    };
    try {
      await audience.ready;
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends every stream (their readers come back elsewhere) and stops listening. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const audience of [...this.audiences.values()]) {
      audience.endAll();
      audience.wake('closed');
    }
    await this.stop();
  }

  private join(audience: Audience): Member {
    const stream = new EventStream(() => {
      audience.members.delete(member);
      this.dissolve(audience);
    });
    const member: Member = { stream, held: [] };
    audience.members.add(member);
    return member;
  }

  private audienceOf(viewer: Viewer): Audience {
    clearTimeout(this.linger);
    const key = keyOf(viewer);
    const known = this.audiences.get(key);
    if (known !== undefined) return known;
    const audience = new Audience(viewer);
    this.audiences.set(key, audience);
    audience.ready = this.load(audience);
    // Whoever opens awaits it too; this only keeps a failure without waiters from ending the process.
    audience.ready.catch(() => {
      this.audiences.delete(key);
      this.restLater();
    });
    return audience;
  }

  private async load(audience: Audience): Promise<void> {
    this.running ??= this.start();
    await this.running;
    await this.inTurn(async () => {
      for (const claim of await readRunning(this.db, audience.viewer)) audience.texts.follow(claim);
      audience.texts.take(await readOutputSince(this.db, audience.texts.places()));
    });
  }

  private dissolve(audience: Audience): void {
    if (!audience.isEmpty || this.audiences.get(keyOf(audience.viewer)) !== audience) return;
    this.audiences.delete(keyOf(audience.viewer));
    this.restLater();
  }

  private restLater(): void {
    clearTimeout(this.linger);
    if (this.audiences.size === 0) this.linger = setTimeout(() => void this.stop(), this.options.lingerMs ?? 10_000);
  }

  private async start(): Promise<Running> {
    try {
      const tail = await readTail(this.db, null);
      this.pass(tail);
      const listener = await listen(this.db, [channels.event, channels.output], {
        onNotify: (channel) => this.look(channel === channels.output),
        onConnect: () => this.look(true),
        onLost: (error) => this.log.warn({ error }, 'live view: the LISTEN connection broke; polling until it is back'),
      });
      const every = (ms: number, act: () => void) => setInterval(act, ms);
      const timers = [
        every(this.options.pollMs ?? 2_000, () => this.look(true)),
        every(this.options.beatMs ?? streamBeatMs, () => this.beat()),
      ];
      return { listener, timers };
    } catch (error) {
      this.running = undefined;
      throw error;
    }
  }

  private async stop(): Promise<void> {
    clearTimeout(this.linger);
    clearTimeout(this.gap);
    this.gap = undefined;
    const running = this.running;
    this.running = undefined;
    if (running === undefined) return;
    const { listener, timers } = await running;
    for (const timer of timers) clearInterval(timer);
    await listener.close();
    await this.turn;
  }

  private beat(): void {
    for (const { members } of this.audiences.values()) for (const { stream } of [...members]) stream.beat();
  }

  /** Looks soon: at once when idle, and with many streams not more often than they can be written to. */
  private look(hasText: boolean): void {
    this.hasNews = true;
    this.hasText ||= hasText;
    if (this.isLooking || this.gap !== undefined || this.running === undefined) return;
    const wait = this.lookedAt + Math.min(25, this.streams / 20) - performance.now();
    if (wait > 1) {
      this.gap = setTimeout(() => {
        this.gap = undefined;
        this.look(false);
      }, wait);
      return;
    }
    this.isLooking = true;
    void this.inTurn(() => this.lookNow()).finally(() => {
      this.isLooking = false;
      if (this.hasNews && !this.isAway) this.look(false);
    });
  }

  private async lookNow(): Promise<void> {
    const { hasText } = this;
    this.hasNews = false;
    this.hasText = false;
    try {
      const tail = await readTail(this.db, this.place);
      if (tail.reset || tail.more) await this.startOver(tail);
      else await this.tell(tail, hasText);
      this.lookedAt = performance.now();
      if (this.isAway) this.log.info('live view: the database is back');
      this.isAway = false;
    } catch (error) {
      // Nothing was passed on: the poll looks again from the same place.
      this.hasText ||= hasText;
      if (!this.isAway) this.log.warn({ error }, 'live view: the log cannot be read; trying again');
      this.isAway = true;
    }
  }

  private async tell(tail: Tail, hasText: boolean): Promise<void> {
    const rowsOf = new Map<Audience, Tail['events'][number]['row'][]>();
    for (const { viewer, row } of tail.events) {
      const audience = this.audiences.get(keyOf(viewer));
      if (audience === undefined) continue;
      const rows = rowsOf.get(audience);
      if (rows === undefined) rowsOf.set(audience, [row]);
      else rows.push(row);
    }
    let mustRead = hasText;
    for (const [audience, rows] of rowsOf) mustRead = audience.observe(rows) || mustRead;
    const audiences = [...this.audiences.values()];
    const places = mustRead ? audiences.flatMap(({ texts }) => texts.places()) : [];
    const chunks = places.length === 0 ? [] : await readOutputSince(this.db, places);
    const before = formatCursor(this.cursor ?? tail.cursor);
    const after = formatCursor(tail.cursor);
    this.pass(tail);
    for (const audience of audiences) audience.tell(rowsOf.get(audience) ?? [], chunks, before, after);
  }

  /** The log is another one, or we are too far behind it: readers start from the rows as they are. */
  private async startOver(tail: Tail): Promise<void> {
    this.pass(tail);
    this.log.warn({ reset: tail.reset, more: tail.more }, 'live view: starting over');
    for (const audience of [...this.audiences.values()]) {
      if (tail.reset) audience.send(encode(resetFrameAt(tail.cursor)));
      // Too far behind, but the same log: each reader's own cursor is good.
      audience.endAll();
      audience.wake('look');
    }
  }

  private pass({ place, cursor }: Tail): void {
    this.place = place;
    this.cursor = cursor;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

const keyOf = ({ orgId, userId }: Viewer): string => `${orgId}/${userId}`;
