// Everything that is not the API: who may ask, the headers that bind a page, then Next.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import { judgeSite, type SiteVerdict } from '#lib/auth/same-site.ts';
import type { Log } from '#lib/log.ts';
import { bindPage } from './page-headers.ts';
import { headersOf } from './request.ts';
import type { Pages } from './web-server.ts';

export interface PagesOptions {
  readonly dir: string;
  readonly host: string;
  readonly port: number;
  /** Pages are built as they are asked for, and the browser follows changes over a web socket. */
  readonly isDev: boolean;
  readonly log: Log;
}

/** Starts Next; requests that come before it is up wait for it. `ready` rejects when it cannot start. */
export function startPages({ dir, host, port, isDev, log }: PagesOptions): Pages & { readonly ready: Promise<void> } {
  // Next hangs its web socket on a server of its own accord: on this one, which never listens, so that we judge first.
  const sockets = createServer();
  const app = next({ dev: isDev, dir, hostname: host, port, httpServer: sockets });
  const upgraded = new Set<Duplex>();
  const ready = app.prepare();
  const judge = (request: IncomingMessage) => judgeSite(headersOf(request), { port, isPage: true });

  return {
    ready,
    async answer(request, response) {
      const verdict = judge(request);
      if (verdict !== 'ours') return refuse(response, verdict);
      bindPage(request, response, isDev);
      try {
        await ready;
        await app.getRequestHandler()(request, response);
      } catch (error) {
        log.error({ error, method: request.method }, 'a page could not be answered');
        if (!response.headersSent) response.statusCode = 500;
        response.end();
      }
    },
    upgrade(request, socket, head) {
      // Nobody listens before the first page was asked for, and in production nobody ever should.
      if (!isDev || judge(request) !== 'ours' || sockets.listenerCount('upgrade') === 0) return void socket.destroy();
      upgraded.add(socket);
      socket.on('close', () => upgraded.delete(socket));
      sockets.emit('upgrade', request, socket, head);
    },
    async close() {
      for (const socket of upgraded) socket.destroy();
      await app.close();
    },
  };
}

const refusals = {
  unknown_host: { status: 421, text: 'This server answers only to its own loopback address.\n' },
  foreign_site: { status: 403, text: 'Pages of other sites may not use this server.\n' },
} as const;

function refuse(response: ServerResponse, verdict: Exclude<SiteVerdict, 'ours'>): void {
  const { status, text } = refusals[verdict];
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
  response.end(text);
}
