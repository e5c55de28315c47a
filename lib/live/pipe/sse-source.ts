// News by server-sent events over fetch: resumes from the cursor, distrusts silence, drops whatever comes after its end.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { DropRow } from '#lib/domain/drop.ts';
import { helloFrame, outputFrame, resetFrame, stateFrame, streamSilenceMs } from '#lib/domain/event.ts';
import * as z from '#lib/domain/wire/shape.ts';
import { ApiProblem, readRecent } from '#lib/live/api.ts';
import type { LiveEnvironment } from './environment.ts';
import type { DownReason, Knowledge, LiveSource, SourceHandlers } from './source.ts';

/** One stream, once: a source that has ended or was stopped is not started again. */
export function sseSource(env: LiveEnvironment, knowledge: Pick<Knowledge, 'cursor'>): LiveSource {
  return new SseSource(env, knowledge);
}

class SseSource implements LiveSource {
  readonly #env: LiveEnvironment;
  readonly #knowledge: Pick<Knowledge, 'cursor'>;
  readonly #abort = new AbortController();
  #handlers: SourceHandlers | undefined;
  #stopWatchdog: () => void = () => {};
  /** A whole answer or everything since the start cursor has been handed over: ids of frames may move the cursor. */
  #hasCaughtUp = false;
  #cursorAhead: string | null = null;
  #hasHello = false;
  /** Rows streamed while an answer was under way: a whole answer may be older than they are, so they are told again. */
  #rowsMeanwhile: DropRow[] = [];
  #fetchesUnderWay = 0;
  #firstAnswer: Promise<void> = Promise.resolve();

  constructor(env: LiveEnvironment, knowledge: Pick<Knowledge, 'cursor'>) {
    this.#env = env;
    this.#knowledge = knowledge;
  }

  start(handlers: SourceHandlers): void {
    this.#handlers = handlers;
    this.#watch();
    // Nothing known yet: the first picture does not wait for the stream, which a proxy may hold back.
    if (this.#knowledge.cursor() === null) this.#firstAnswer = this.#catchUp(null);
    void this.#read();
  }

  refresh(): void {
    void this.#catchUp(this.#knowledge.cursor());
  }

  stop(): void {
    this.#handlers = undefined;
    this.#stopWatchdog();
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    try {
      const body = await this.#open();
      if (body === null) return;
      const parser = createParser({ onEvent: (message) => this.#take(message) });
      const decoder = new TextDecoder();
      for (let part = await body.read(); !part.done; part = await body.read()) {
        if (this.#handlers === undefined) return;
        this.#showLife();
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
      this.#end('ended');
    } catch {
      // Aborted by us: #end says nothing then. Otherwise the line broke, which means nothing to any job.
      this.#end('broken');
    }
  }

  async #open(): Promise<ReadableStreamDefaultReader<Uint8Array> | null> {
    const cursor = this.#knowledge.cursor();
    const query = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`;
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (cursor !== null) headers['last-event-id'] = cursor;
    const response = await this.#env.fetch(`${this.#env.base}/api/mission/events${query}`, {
      headers,
      cache: 'no-store',
      signal: this.#abort.signal,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (response.ok && isStream && response.body !== null) return response.body.getReader();
    this.#end('refused');
    return null;
  }

  #take(message: EventSourceMessage): void {
    if (this.#handlers === undefined) return;
    try {
      this.#takeFrame(message);
    } catch {
      // Not the wire format this page knows, e.g. after an update of the server.
      this.#end('unreadable');
    }
  }

  #takeFrame({ event, data, id }: EventSourceMessage): void {
    const handlers = this.#handlers;
    if (event === 'hello') {
      this.#hasHello = true;
      handlers?.onClock(z.parse(helloFrame, JSON.parse(data)).now, 0);
      // Subscribed first, then asked: what happened before the stream stood is in this answer.
      void this.#firstAnswer.then(() => this.#catchUp(this.#knowledge.cursor()));
    } else if (event === 'job.state_changed') {
      const row = z.parse(stateFrame, JSON.parse(data));
      if (this.#fetchesUnderWay > 0) this.#rowsMeanwhile.push(row);
      handlers?.onRows([row], false);
    } else if (event === 'job.output') {
      handlers?.onOutput([z.parse(outputFrame, JSON.parse(data))]);
    } else if (event === 'reset') {
      z.parse(resetFrame, JSON.parse(data));
      this.#hasCaughtUp = false;
      void this.#catchUp(null);
    }
    if (id !== undefined && id !== '') this.#passCursor(id);
  }

  #passCursor(cursor: string): void {
    if (this.#hasCaughtUp) this.#handlers?.onCursor(cursor);
    else this.#cursorAhead = cursor;
  }

  async #catchUp(since: string | null): Promise<void> {
    if (this.#handlers === undefined) return;
    const askedAt = this.#env.steadyMs();
    this.#fetchesUnderWay += 1;
    try {
      const answer = await readRecent(since, this.#abort.signal, this.#env);
      this.#fetchesUnderWay -= 1;
      const handlers = this.#handlers;
      if (handlers === undefined) return;
      handlers.onClock(answer.now, this.#env.steadyMs() - askedAt);
      handlers.onRows(answer.rows, answer.reset);
      if (answer.reset && this.#rowsMeanwhile.length > 0) handlers.onRows(this.#rowsMeanwhile, false);
      if (this.#fetchesUnderWay === 0) this.#rowsMeanwhile = [];
      handlers.onCursor(answer.as_of);
      if (this.#fetchesUnderWay === 0) this.#reportOpen(handlers);
    } catch (error) {
      this.#fetchesUnderWay -= 1;
      this.#end(error instanceof ApiProblem ? 'refused' : 'broken');
    }
  }

  #reportOpen(handlers: SourceHandlers): void {
    if (!this.#hasHello) return;
    this.#hasCaughtUp = true;
    if (this.#cursorAhead !== null) handlers.onCursor(this.#cursorAhead);
    this.#cursorAhead = null;
    handlers.onOpen();
  }

  #showLife(): void {
    this.#watch();
    this.#handlers?.onAlive();
  }

  #watch(): void {
    this.#stopWatchdog();
    this.#stopWatchdog = this.#env.after(streamSilenceMs, () => this.#end('silent'));
  }

  #end(reason: DownReason): void {
    const handlers = this.#handlers;
    if (handlers === undefined) return;
    this.stop();
    handlers.onDown(reason);
  }
}
