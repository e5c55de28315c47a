// One server-sent event stream: frames in, bytes out, bounded, and gone without a trace when anything about it ends.

/** A reader this far behind gets its stream ended and comes back with its cursor. */
const limitBytes = 1024 * 1024;
/** Something has been waiting this long and the reader took nothing: it is dead and its socket does not know. */
const stalledMs = 60_000;

export const encode = (text: string): Uint8Array => Buffer.from(text);

/** `data` is JSON text: it holds no line break. */
export function frame(event: string, data: string, id?: string): string {
  return id === undefined ? `event: ${event}\ndata: ${data}\n\n` : `event: ${event}\nid: ${id}\ndata: ${data}\n\n`;
}

/** Reconnect delay for native EventSource readers, sent once. Source: execution contract §7. */
export const retryLine = 'retry: 2000\n\n';
export const beat = encode(': beat\n\n');

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Where a stream's bytes go: an HTTP response, or what a test puts in its place. Its owner calls `end` when it closes. */
export interface Sink {
  /** Given and not yet taken by the reader's machine. */
  readonly waitingBytes: number;
  write(bytes: Uint8Array): unknown;
  /** Delivers what it has, then closes. */
  end(): void;
  /** Closes at once. */
  cut(): void;
}

export class EventStream {
  private sink: Sink | undefined;
  /** What was sent before there was somewhere to write it. */
  private early: Uint8Array[] = [];
  private sentBytes = 0;
  private takenBytes = 0;
  private takenAt = performance.now();
  private isOver = false;

  /** `onEnd` is called once, by whatever ends it first: its sink closed, it fell too far behind, or `end`. */
  constructor(private readonly onEnd: () => void) {}

  /** Once. What was sent so far is written now; a stream that has ended closes the sink after it. */
  attach(sink: Sink): void {
    this.sink = sink;
    for (const bytes of this.early.splice(0)) sink.write(bytes);
    if (this.isOver) sink.end();
  }

  /** Never throws and never waits. A stream that cannot take the bytes ends instead of dropping some of them. */
  send(bytes: Uint8Array): void {
    if (this.isOver) return;
    if (this.waitingBytes >= limitBytes) {
      this.end();
      return;
    }
    this.sentBytes += bytes.byteLength;
    if (this.sink === undefined) this.early.push(bytes);
    else this.sink.write(bytes);
  }

  /** Keeps proxies from cutting a silent stream, and finds readers that stopped reading. */
  beat(): void {
    const taken = this.sentBytes - this.waitingBytes;
    if (taken !== this.takenBytes || taken === this.sentBytes) this.takenAt = performance.now();
    this.takenBytes = taken;
    if (performance.now() - this.takenAt <= stalledMs) this.send(beat);
    else {
      this.leave();
      this.sink?.cut();
    }
  }

  /** What was sent is still delivered; the reader then sees the end and reconnects. Again it does nothing. */
  readonly end = (): void => {
    if (this.isOver) return;
    this.leave();
    this.sink?.end();
  };

  private get waitingBytes(): number {
    return this.sink === undefined ? this.sentBytes : this.sink.waitingBytes;
  }

  private leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.onEnd();
  }
}
