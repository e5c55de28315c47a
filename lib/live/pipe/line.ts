// One line to the server: the stream first; when it is bad, polling, with the stream tried again in the background.
import { streamSilenceMs } from '#lib/domain/event.ts';
import type { LiveEnvironment } from './environment.ts';
import { pollSource } from './poll-source.ts';
import type { Knowledge, LiveSource, SourceHandlers } from './source.ts';
import { sseSource } from './sse-source.ts';

/** How news comes in. `reconnecting`: no way works right now; `offline`: the same, and the browser says why. */
export type LiveMode = 'live' | 'polling' | 'reconnecting' | 'offline';

export interface LineHandlers extends Pick<SourceHandlers, 'onRows' | 'onOutput' | 'onCursor' | 'onClock' | 'onAlive'> {
  readonly onMode: (mode: LiveMode) => void;
}

export interface LineOptions {
  /** False for a tab that only bridges a silent leader. */
  readonly mayStream: boolean;
  /** Asked before each poll. */
  readonly mayPoll: () => boolean;
}

/** A stream that stood this long was well: its end starts the backoff anew. */
const wellAfterMs = 10_000;
/** Opened but nothing said: polling starts beside it, in case something between holds the stream back. */
const helloGraceMs = 3_000;
const firstRetryMs = 500;
const streamRetryCapMs = 60_000;
/** A restarted server is live again within ten seconds of its return. */
const pollRetryCapMs = 8_000;

export class Line {
  readonly #env: LiveEnvironment;
  readonly #knowledge: Knowledge;
  readonly #handlers: LineHandlers;
  readonly #options: LineOptions;
  #isStarted = false;
  #stream: LiveSource | undefined;
  #isStreamOpen = false;
  #streamOpenedAt = 0;
  #streamFailures = 0;
  #lastByteAt = 0;
  #poll: LiveSource | undefined;
  #isPollGood = false;
  #pollFailures = 0;
  #callOffStream: () => void = () => {};
  #callOffGrace: () => void = () => {};
  #callOffPoll: () => void = () => {};
  #mode: LiveMode | undefined;

  constructor(env: LiveEnvironment, knowledge: Knowledge, handlers: LineHandlers, options: LineOptions) {
    this.#env = env;
    this.#knowledge = knowledge;
    this.#handlers = handlers;
    this.#options = options;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#tellMode();
    if (this.#options.mayStream) this.#openStream();
    else this.#startPoll();
  }

  stop(): void {
    this.#isStarted = false;
    this.#mode = undefined;
    this.#closeStream();
    this.#stopPoll();
    this.#callOffStream();
  }

  /** The person came back, the network did, or this machine slept: find out now what is true. */
  wake(): void {
    if (!this.#isStarted) return;
    // A stream that stands but was silent too long (the machine slept) is dead, whatever it seems.
    const isDead = this.#isStreamOpen && this.#env.wallMs() - this.#lastByteAt > streamSilenceMs;
    if (isDead) this.#closeStream();
    if (this.#isStreamOpen) this.#stream?.refresh();
    else if (this.#stream === undefined && this.#options.mayStream) this.#openStream();
    if (this.#poll !== undefined) this.#poll.refresh();
    else if (!this.#isStreamOpen) this.#startPoll();
    this.#tellMode();
  }

  #openStream(): void {
    this.#callOffStream();
    const stream = sseSource(this.#env, this.#knowledge);
    this.#stream = stream;
    this.#callOffGrace = this.#env.after(helloGraceMs, () => this.#startPoll());
    stream.start({
      ...this.#sourceHandlers(),
      onOpen: () => this.#markStreamOpen(),
      onDown: () => this.#loseStream(),
    });
  }

  #markStreamOpen(): void {
    if (!this.#isStreamOpen) this.#streamOpenedAt = this.#env.steadyMs();
    this.#isStreamOpen = true;
    this.#callOffGrace();
    this.#stopPoll();
    this.#tellMode();
  }

  #loseStream(): void {
    const wasWell = this.#isStreamOpen && this.#env.steadyMs() - this.#streamOpenedAt > wellAfterMs;
    this.#streamFailures = wasWell ? 0 : this.#streamFailures + 1;
    this.#closeStream();
    this.#startPoll();
    const waitMs = this.#backoffMs(this.#streamFailures, streamRetryCapMs);
    this.#callOffStream = this.#env.after(waitMs, () => this.#openStream());
    this.#tellMode();
  }

  #closeStream(): void {
    this.#callOffGrace();
    this.#stream?.stop();
    this.#stream = undefined;
    this.#isStreamOpen = false;
  }

  #startPoll(): void {
    this.#callOffPoll();
    if (this.#poll !== undefined || !this.#isStarted || this.#isStreamOpen) return;
    const poll = pollSource(this.#env, this.#knowledge, this.#options.mayPoll);
    this.#poll = poll;
    poll.start({ ...this.#sourceHandlers(), onOpen: () => this.#markPollGood(), onDown: () => this.#losePoll() });
  }

  #markPollGood(): void {
    const isBackAgain = this.#pollFailures > 0;
    this.#isPollGood = true;
    this.#pollFailures = 0;
    this.#tellMode();
    if (!isBackAgain || !this.#options.mayStream || this.#stream !== undefined) return;
    // The server answers again after an outage: no need to sit out the stream's long wait.
    this.#streamFailures = 0;
    this.#openStream();
  }

  #losePoll(): void {
    this.#poll = undefined;
    this.#isPollGood = false;
    this.#pollFailures += 1;
    this.#callOffPoll = this.#env.after(this.#backoffMs(this.#pollFailures, pollRetryCapMs), () => this.#startPoll());
    this.#tellMode();
  }

  #stopPoll(): void {
    this.#callOffPoll();
    this.#poll?.stop();
    this.#poll = undefined;
    this.#isPollGood = false;
    this.#pollFailures = 0;
  }

  #sourceHandlers(): Omit<SourceHandlers, 'onOpen' | 'onDown'> {
    const { onRows, onOutput, onCursor, onClock, onAlive } = this.#handlers;
    const noteLife = () => {
      this.#lastByteAt = this.#env.wallMs();
      onAlive();
    };
    return { onRows, onOutput, onCursor, onClock, onAlive: noteLife };
  }

  /** Doubles from half a second; the jitter keeps a hundred browsers from coming back in one instant. */
  #backoffMs(failures: number, capMs: number): number {
    const fullMs = Math.min(firstRetryMs * 2 ** failures, capMs);
    return fullMs * (0.5 + this.#env.random() / 2);
  }

  #tellMode(): void {
    const down = this.#env.isOnline() ? 'reconnecting' : 'offline';
    const mode = this.#isStreamOpen ? 'live' : this.#isPollGood ? 'polling' : down;
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#handlers.onMode(mode);
  }
}
