// Reads a live stream in a test: every frame that came, in order, and waiting for one.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { eventually } from '#tests/support/eventually.ts';

export class StreamReader {
  readonly frames: EventSourceMessage[] = [];
  comments = 0;
  hasEnded = false;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
    void this.read();
  }

  /** Data of all frames of one kind. */
  of(event: string): Record<string, unknown>[] {
    return this.frames.filter((frame) => frame.event === event).map(({ data }) => JSON.parse(data));
  }

  states(jobId: string): unknown[] {
    return this.of('job.state_changed')
      .filter((row) => row.job_id === jobId)
      .map(({ state }) => state);
  }

  /** The text of a job as a client builds it; throws where a frame leaves a gap or repeats. */
  text(jobId: string): string {
    let [claim, text] = [0, ''];
    for (const frame of this.of('job.output').filter((output) => output.job_id === jobId)) {
      if (Number(frame.claim) > claim) [claim, text] = [Number(frame.claim), ''];
      if (frame.from !== text.length) throw new Error(`a frame starts at ${frame.from}, known are ${text.length}`);
      text += String(frame.text);
    }
    return text;
  }

  /** The newest cursor, as a browser would send it back. */
  get lastId(): string {
    return this.frames.findLast(({ id }) => id !== undefined)?.id ?? String(this.of('hello')[0]?.as_of);
  }

  until(check: (reader: StreamReader) => boolean, withinMs = 10_000): Promise<unknown> {
    return eventually(() => check(this), { withinMs });
  }

  stop(): Promise<void> {
    return this.reader.cancel();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: (frame) => this.frames.push(frame),
      onComment: () => {
        this.comments += 1;
      },
    });
    try {
      for (let part = await this.reader.read(); !part.done; part = await this.reader.read())
        parser.feed(decoder.decode(part.value, { stream: true }));
    } catch {
      // The stream broke: for its reader that is an end like any other.
    }
    this.hasEnded = true;
  }
}
