// Stands before the real web part and answers for the field alone: as many rows and events as a question needs.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DropRow } from '#lib/domain/drop.ts';
import { stepped } from './rows.ts';

export interface Front {
  readonly url: string;
  /** Tells every open stream of this many changes, one drop after the other from the newest on. */
  send(events: number): void;
  close(): Promise<void>;
}

const epoch = 'bench';

export async function openFront(product: string, rows: readonly DropRow[]): Promise<Front> {
  const known = [...rows];
  const streams = new Set<ServerResponse>();
  let seq = 1;
  let turn = 0;

  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', product);
    if (pathname === '/api/mission/recent') {
      const isNews = searchParams.has('since');
      const asOf = `${epoch}.1.${seq}`;
      json(response, { rows: isNews ? [] : known, as_of: asOf, now: new Date().toISOString(), reset: !isNews });
    } else if (pathname === '/api/mission/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.write(frame('hello', { now: new Date().toISOString(), as_of: `${epoch}.1.${seq}` }));
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else {
      pass(product, incoming, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function send(events: number): void {
    let text = '';
    for (let count = 0; count < events; count++) {
      const at = known.length - 1 - (turn++ % known.length);
      const row = known[at];
      if (row === undefined) continue;
      const next = stepped(row);
      known[at] = next;
      text += frame('job.state_changed', next, `${epoch}.1.${++seq}`);
    }
    for (const stream of streams) stream.write(text);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    send,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function frame(event: string, data: object, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function json(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

function pass(product: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { host } = new URL(product);
  const { origin: _, referer: __, ...headers } = incoming.headers;
  const onward = request(
    `${product}${incoming.url}`,
    { method: incoming.method, headers: { ...headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
