// Writes a route's answer to Node's response: one write for a text, and for a live stream one write per news.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '#app/door/exchange.ts';
import type { EventStream } from '#lib/feed/sse.ts';
import { openLog } from '#lib/log.ts';
import { askedOf } from './request.ts';
import { findRoute } from './routes.ts';

const log = openLog('web');

/** A stream that was ended may still deliver what it was given, as long as its reader takes some of it every so often. */
const lastWordsMs = 10_000;

/** Answers a request for /api. */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = askedOf(request);
  const query = asked.url.indexOf('?');
  const { route, params } = findRoute(asked.method, query === -1 ? asked.url : asked.url.slice(0, query));
  await send(await route(asked, params), response);
}

async function send({ status, headers, body }: Reply, response: ServerResponse): Promise<void> {
  if (typeof body === 'string') {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  } else if (Symbol.asyncIterator in body) {
    response.writeHead(status, headers);
    await sendPieces(body, response);
  } else if (response.destroyed) body.end();
  else stream(status, headers, body, response);
}

/** As fast as the reader takes them. A fault in the middle cuts the connection: a file that looks whole must be whole. */
async function sendPieces(pieces: AsyncGenerator<string>, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    response.destroy();
    // Whoever hung up is told nothing, and that is no fault.
    if (!gone.signal.aborted) log.error({ error }, 'a long answer broke off');
  }
}

function stream(status: number, headers: Reply['headers'], body: EventStream, response: ServerResponse): void {
  // Delimited by the end of the connection: chunks would be three buffers for every news and reader.
  response.shouldKeepAlive = false;
  response.useChunkedEncodingByDefault = false;
  response.writeHead(status, headers);
  response.on('close', body.end);
  // A write that failed is followed by close.
  response.on('error', () => undefined);
  body.attach({
    get waitingBytes() {
      return response.writableLength;
    },
    write: (bytes) => response.write(bytes),
    end: () => {
      response.end();
      response.socket?.setTimeout(lastWordsMs, () => response.destroy());
    },
    cut: () => response.destroy(),
  });
}
