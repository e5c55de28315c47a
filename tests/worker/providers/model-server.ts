// A hand-written HTTP server for what no mock offers: broken streams, stalls, dates, garbage, and a look at the socket.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from './dialects.ts';

export type Behaviour = (response: ServerResponse, dialect: Dialect) => void | Promise<void>;

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Resolves when the connection of this request is gone; true when that was before the answer's end. */
  readonly closed: Promise<boolean>;
}

/** Answers each generating request with `behaviour`; anything else is a 404. */
export async function startModelServer(dialect: Dialect) {
  const requests: SeenRequest[] = [];
  let behaviour: Behaviour = streamed(['Hello']);
  let arrive = () => {};
  let arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const closed = new Promise<boolean>((resolve) => {
      response.on('close', () => resolve(!response.writableFinished));
    });
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ path: request.url ?? '', headers: request.headers, body, closed });
    if (!dialect.path.test(request.url ?? '')) return void response.writeHead(404).end();
    arrive();
    await behaviour(response, dialect);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Sets what the next requests meet, and forgets the earlier ones. */
    behave(next: Behaviour) {
      behaviour = next;
      requests.length = 0;
      arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
    },
    /** Resolves when the next generating request has been read whole. */
    arrived: () => arrived,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

const eventStream = { 'content-type': 'text/event-stream' };

export function streamed(pieces: readonly string[]): Behaviour {
  return async (response, dialect) => {
    response.writeHead(200, eventStream);
    for (const frame of dialect.frames(pieces)) await written(response, frame);
    response.end();
  };
}

export function refused(status: number, message: string, headers: Record<string, string> = {}): Behaviour {
  return (response, dialect) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(dialect.error(status, message)));
  };
}

export function body(contentType: string, text: string): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(text);
  };
}

/** Sends the text of an answer without its end, then what `then` does. */
export function begun(pieces: readonly string[], then: (response: ServerResponse) => void): Behaviour {
  return async (response, dialect) => {
    response.writeHead(200, eventStream);
    const whole = dialect.frames(pieces);
    const lastText = whole.findLastIndex((frame) => frame.includes(JSON.stringify(pieces.at(-1))));
    for (const frame of whole.slice(0, lastText + 1)) await written(response, frame);
    then(response);
  };
}

export const silent: Behaviour = () => {};

function written(response: ServerResponse, frame: string): Promise<void> {
  return new Promise((resolve) => response.write(frame, () => resolve()));
}
