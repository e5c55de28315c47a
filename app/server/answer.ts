// Writes a route's answer to Node's response: one write for a text, and for a live stream one write per news.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '#app/door/exchange.ts';
import type { EventStream } from '#lib/feed/sse.ts';
import { askedOf } from './request.ts';
import { findRoute } from './routes.ts';

/** A stream that was ended may still deliver what it was given, as long as its reader takes some of it every so often. */
const lastWordsMs = 10_000;

/** Answers a request for /api. */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = askedOf(request);
  const query = asked.url.indexOf('?');
  const { route, params } = findRoute(asked.method, query === -1 ? asked.url : asked.url.slice(0, query));
  send(await route(asked, params), response);
}

function send({ status, headers, body }: Reply, response: ServerResponse): void {
  if (typeof body === 'string') {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  } else if (response.destroyed) body.end();
  else stream(status, headers, body, response);
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
