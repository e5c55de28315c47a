// One server-sent event stream: frames in, bytes out, bounded, and gone without a trace when anything about it ends.

/** A reader this far behind gets its stream ended and comes back with its cursor. */
const limitBytes = 1024 * 1024;
/** Something has been waiting this long and the reader took nothing: it is dead and its socket does not know. */
const stalledMs = 60_000;

const encoder = new TextEncoder();

export const encode = (text: string): Uint8Array => encoder.encode(text);

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

export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private takenAt = performance.now();

  /**
   * `onEnd` is called once: by the reader's abort, its cancel, a failed or overflowing write, or `end`. Not every server
   * reports every one of them, so none is relied on alone.
   */
  constructor(
    private readonly signal: AbortSignal,
    private readonly onEnd: () => void,
  ) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => {
          this.takenAt = performance.now();
        },
        cancel: () => this.leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: limitBytes }),
    );
    signal.addEventListener('abort', this.end);
    // Not at once: whoever makes this stream must hold it before it can end.
    if (signal.aborted) queueMicrotask(this.end);
  }

  get hasEnded(): boolean {
    return this.controller === undefined;
  }

  /** Never throws and never waits. A stream that cannot take the bytes ends instead of dropping some of them. */
  send(bytes: Uint8Array): void {
    const { controller } = this;
    if (controller === undefined) return;
    if ((controller.desiredSize ?? 0) <= 0) {
      this.end();
      return;
    }
    try {
      controller.enqueue(bytes);
    } catch {
      // Closed or errored under our hands: the reader is gone.
      this.end();
    }
  }

  /** Keeps proxies from cutting a silent stream, and finds readers that stopped reading. */
  beat(): void {
    const waiting = this.controller !== undefined && (this.controller.desiredSize ?? 0) < limitBytes;
    if (waiting && performance.now() - this.takenAt > stalledMs) this.end();
    else this.send(beat);
  }

  /** What was sent is still delivered; the reader then sees the end and reconnects. */
  readonly end = (): void => {
    const { controller } = this;
    this.leave();
    try {
      controller?.close();
    } catch {
      // Already closed by the other side.
    }
  };

  private leave(): void {
    if (this.controller === undefined) return;
    this.controller = undefined;
    this.signal.removeEventListener('abort', this.end);
    this.onEnd();
  }
}
