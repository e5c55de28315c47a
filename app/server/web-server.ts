// The HTTP server of the web process: the API is answered here at once, everything else is a page's business.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerApi } from './answer.ts';

/** Who answers what is not the API. */
export interface Pages {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes the socket over, or destroys it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** What a client may take of us, and for how long. Node itself answers what goes beyond: 431, 408, 400. */
export interface Limits {
  readonly maxHeaderSize: number;
  /** From the connection, or the first byte of a later request, to the end of its headers. */
  readonly headersTimeout: number;
  /** To the end of its body: whoever sends a byte now and then is cut off. Answers may take as long as they like. */
  readonly requestTimeout: number;
  /** How often the two above are looked after. */
  readonly connectionsCheckingInterval: number;
  /** A connection without a request is kept this long for the next one. */
  readonly keepAliveTimeout: number;
}

const usualLimits: Limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // 1 MiB at 35 kB/s.
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep theirs (60 s, most of them): a request never meets a connection that is just being closed.
  keepAliveTimeout: 65_000,
};

/** Not listening yet. */
export function createWebServer(pages: Pages, limits: Limits = usualLimits): Server {
  const server = createServer({ ...limits }, (request, response) => {
    const { url = '' } = request;
    if (url.startsWith('/api') && /^\/api(?:[/?]|$)/.test(url)) void answerApi(request, response);
    else if (url.startsWith('/')) void pages.answer(request, response);
    // A proxy's way of asking (http://…), or `*`.
    else response.writeHead(400, { 'content-type': 'text/plain' }).end('The address must begin with a slash.\n');
  });
  server.on('upgrade', (request, socket, head) => pages.upgrade(request, socket, head));
  return server;
}

/** Takes no more, lets what is under way end for `patienceMs`, then cuts it. Streams are ended by whoever holds them. */
export async function stopWebServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose last answer has just gone out is idle, and would be kept for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
