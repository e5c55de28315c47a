// One line per browser: the tab that holds the lock has it and shares it; the others follow, and bridge a silent leader.
import type { DropRow } from '#lib/domain/drop.ts';
import { type OutputFrame, parseCursor, streamSilenceMs } from '#lib/domain/event.ts';
import { read } from '#lib/domain/wire/shape.ts';
import type { LiveEnvironment, PageEvent, TabChannel } from './environment.ts';
import { Line } from './line.ts';
import type { Knowledge } from './source.ts';
import { type LineStatus, type TabMessage, tabMessage } from './tab-message.ts';

/** `news`: some rows. `whole`: all rows, none forgotten. `only`: all there is, forget the rest. */
export type RowsExtent = 'news' | 'whole' | 'only';

export interface ConnectionHandlers {
  readonly onRows: (rows: readonly DropRow[], extent: RowsExtent) => void;
  readonly onOutput: (frames: readonly OutputFrame[]) => void;
  readonly onClock: (now: string, tripMs: number) => void;
  readonly onStatus: (status: LineStatus) => void;
  /** Everything known, for a tab that has just come. */
  readonly snapshot: () => { rows: DropRow[]; isWhole: boolean; outputs: OutputFrame[] };
}

const lockName = 'asterion-live';
const channelName = 'asterion-live';
/** A follower that asked and heard nothing for this long helps itself. */
const askGraceMs = 2_000;
const statusEveryMs = 1_000;
const clockLookEveryMs = 5_000;
const clockJumpMs = 5_000;

export class Connection {
  readonly #env: LiveEnvironment;
  readonly #handlers: ConnectionHandlers;
  readonly #knowledge: Knowledge;
  readonly #tabId: string;
  #channel: TabChannel | undefined;
  #line: Line | undefined;
  #isLeading = false;
  #leave: (() => void) | undefined;
  #stopPageEvents: () => void = () => {};
  #callOffBridge: () => void = () => {};
  #callOffClockLook: () => void = () => {};
  #cursor: string | null = null;
  #status: LineStatus = { mode: 'reconnecting', lastNewsAt: null };
  #statusSharedAt = Number.NEGATIVE_INFINITY;

  constructor(env: LiveEnvironment, knowledge: Omit<Knowledge, 'cursor'>, handlers: ConnectionHandlers) {
    this.#env = env;
    this.#handlers = handlers;
    this.#knowledge = { ...knowledge, cursor: () => this.#cursor };
    this.#tabId = Math.floor(env.random() * 2 ** 48).toString(36);
  }

  start(): void {
    this.#stopPageEvents = this.#env.onPage((event) => this.#onPage(event));
    this.#join();
    this.#watchClock();
  }

  stop(): void {
    this.#stopPageEvents();
    this.#callOffClockLook();
    this.#part();
  }

  /** Something was just done here: look for its effect now when nothing streams it. */
  nudge(): void {
    if (this.#status.mode === 'live') return;
    if (this.#line !== undefined) this.#line.wake();
    else this.#send({ kind: 'nudge' });
  }

  #join(): void {
    const { lock, openChannel } = this.#env;
    if (this.#leave !== undefined) return;
    const gaveUp = new AbortController();
    let release: () => void = () => {};
    this.#leave = () => {
      gaveUp.abort();
      release();
    };
    if (lock === undefined || openChannel === undefined) {
      this.#lead();
      return;
    }
    this.#channel = openChannel(channelName);
    this.#channel.onmessage = ({ data }) => this.#onMessage(data);
    const held = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        if (gaveUp.signal.aborted) resolve();
        else this.#lead();
      });
    lock(lockName, gaveUp.signal, held).catch(() => {
      // Given up while in line, or locks are refused here (some private modes): then this tab helps itself.
      if (!gaveUp.signal.aborted) this.#lead();
    });
    if (!this.#isLeading) this.#askLeader();
  }

  #part(): void {
    this.#callOffBridge();
    this.#line?.stop();
    this.#line = undefined;
    this.#isLeading = false;
    this.#leave?.();
    this.#leave = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  #lead(): void {
    this.#callOffBridge();
    this.#line?.stop();
    this.#isLeading = true;
    this.#openLine(true);
  }

  #askLeader(): void {
    this.#send({ kind: 'ask', from: this.#tabId });
    this.#armBridge(askGraceMs);
  }

  /** Without word from the leader for `ms`, poll alone: a frozen leader must not freeze the others. */
  #armBridge(ms: number): void {
    this.#callOffBridge();
    this.#callOffBridge = this.#env.after(ms, () => {
      if (!this.#isLeading && this.#line === undefined) this.#openLine(false);
    });
  }

  #openLine(mayStream: boolean): void {
    const line = new Line(this.#env, this.#knowledge, this.#lineHandlers(), {
      mayStream,
      mayPoll: () => !this.#env.isHidden() || (this.#isLeading && this.#channel !== undefined),
    });
    this.#line = line;
    line.start();
  }

  #lineHandlers(): ConstructorParameters<typeof Line>[2] {
    return {
      onRows: (rows, reset) => {
        this.#share({ kind: 'rows', rows: [...rows], reset });
        this.#handlers.onRows(rows, reset ? 'only' : 'news');
      },
      onOutput: (frames) => {
        this.#share({ kind: 'output', frames: [...frames] });
        this.#handlers.onOutput(frames);
      },
      onCursor: (cursor) => {
        this.#cursor = cursor;
        this.#share({ kind: 'cursor', cursor });
      },
      onClock: (now, tripMs) => {
        this.#share({ kind: 'clock', now, tripMs });
        this.#handlers.onClock(now, tripMs);
      },
      onAlive: () => this.#setStatus({ ...this.#status, lastNewsAt: this.#env.wallMs() }),
      onMode: (mode) => this.#setStatus({ ...this.#status, mode }),
    };
  }

  #setStatus(status: LineStatus): void {
    const isDue = this.#env.steadyMs() - this.#statusSharedAt >= statusEveryMs;
    const isTold = status.mode !== this.#status.mode || isDue;
    this.#status = status;
    if (!isTold) return;
    this.#statusSharedAt = this.#env.steadyMs();
    this.#share({ kind: 'status', status });
    this.#handlers.onStatus(status);
  }

  #share(message: TabMessage): void {
    if (this.#isLeading) this.#send(message);
  }

  #send(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #onMessage(data: unknown): void {
    const message = read(tabMessage, data);
    if (message === undefined) return;
    if (this.#isLeading) this.#answerFollower(message);
    else this.#followLeader(message);
  }

  #answerFollower(message: TabMessage): void {
    if (message.kind === 'nudge') this.#line?.wake();
    if (message.kind !== 'ask') return;
    const known = this.#handlers.snapshot();
    this.#send({ kind: 'snapshot', to: message.from, ...known, cursor: this.#cursor, status: this.#status });
    // What the follower missed the leader may have missed too, e.g. after a sleep.
    this.#line?.wake();
  }

  #followLeader(message: TabMessage): void {
    if (message.kind === 'ask' || message.kind === 'nudge') return;
    if (message.kind === 'snapshot' && message.to !== this.#tabId) return;
    this.#endBridge();
    if (message.kind === 'snapshot') this.#takeSnapshot(message);
    else if (message.kind === 'rows') this.#handlers.onRows(message.rows, message.reset ? 'only' : 'news');
    else if (message.kind === 'output') this.#handlers.onOutput(message.frames);
    else if (message.kind === 'cursor') this.#cursor = message.cursor;
    else if (message.kind === 'clock') this.#handlers.onClock(message.now, message.tripMs);
    else this.#setStatus(message.status);
  }

  #endBridge(): void {
    this.#line?.stop();
    this.#line = undefined;
    // Two beats and a little: the leader shows life at least at every beat of its stream.
    this.#armBridge(streamSilenceMs + askGraceMs);
  }

  #takeSnapshot({ rows, isWhole, outputs, cursor, status }: Extract<TabMessage, { kind: 'snapshot' }>): void {
    const isOtherCluster =
      epochOf(cursor) !== null && epochOf(this.#cursor) !== null && epochOf(cursor) !== epochOf(this.#cursor);
    // A follower's cursor is the leader's: before its first word there is none, and a new leader then reads everything.
    if (isWhole) this.#cursor = cursor;
    this.#handlers.onRows(rows, isWhole ? (isOtherCluster ? 'only' : 'whole') : 'news');
    this.#handlers.onOutput(outputs);
    this.#setStatus(status);
  }

  #onPage(event: PageEvent): void {
    if (event === 'left') this.#part();
    else if (event === 'hidden') return;
    else if (event === 'restored') this.#join();
    else this.#wake();
  }

  #wake(): void {
    if (this.#leave === undefined) this.#join();
    else if (this.#line !== undefined) this.#line.wake();
    else this.#askLeader();
  }

  /** A wall clock that jumped means that this machine slept, or was set. A hidden tab's timers are late by themselves. */
  #watchClock(): void {
    const before = this.#env.wallMs();
    this.#callOffClockLook = this.#env.after(clockLookEveryMs, () => {
      const offBy = Math.abs(this.#env.wallMs() - before - clockLookEveryMs);
      if (offBy > clockJumpMs && !this.#env.isHidden()) this.#wake();
      this.#watchClock();
    });
  }
}

function epochOf(cursor: string | null): string | null {
  return cursor === null ? null : (parseCursor(cursor)?.epoch ?? null);
}
