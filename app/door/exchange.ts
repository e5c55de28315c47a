// What a route sees of a request and what it gives back: the least that is needed, so that a request costs little.
import type { EventStream } from '#lib/feed/sse.ts';

/** A request, as the server or a test offers it. */
export interface Asked {
  readonly method: string;
  /** Path and query as sent, beginning with a slash. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** The whole body, or null as soon as it is larger. Throws AppError `invalid_body` when it was cut off. */
  readBody(limitBytes: number): Promise<Uint8Array | null>;
  /** Acts when the asker has gone before the answer; returns how to stop listening. */
  onGone?(act: () => void): () => void;
}

/**
 * An answer: text that is complete, a long text in pieces, or a stream that goes on. Whoever is handed a stream attaches or
 * ends it; whoever is handed pieces takes them to the end or returns the iterator.
 */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string | AsyncGenerator<string> | EventStream,
  ) {}
}

/** What a route file exports as GET or POST. Never rejects. `params` are the variable parts of the path, as sent. */
export type Route = (asked: Asked, params: Readonly<Record<string, string>>) => Promise<Reply>;
