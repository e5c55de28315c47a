// The HTTP server bounds what a client may take of it, answers every address and method, and keeps nothing of who leaves.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setDatabase } from '#app/door/database.ts';
import { routes } from '#app/server/routes.ts';
import { createWebServer, stopWebServer } from '#app/server/web-server.ts';
import { problem } from '#lib/domain/problem.ts';
import { closeFeed, feedFigures } from '#lib/feed/feed.ts';
import { testDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { countOf, emptyTables } from '#tests/support/jobs.ts';
import { ownHost } from './call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const server = createWebServer(
  {
    answer: async (_, response) => void response.end('a page'),
    upgrade: (_, socket) => void socket.destroy(),
    close: async () => undefined,
  },
  {
    maxHeaderSize: 8 * 1024,
    headersTimeout: 300,
    requestTimeout: 600,
    connectionsCheckingInterval: 50,
    keepAliveTimeout: 5_000,
  },
);
let port = 0;

beforeAll(async () => {
  setDatabase(database.db);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await Promise.all([closeFeed(), stopWebServer(server, 500)]);
});

interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function ask(method: string, address: string, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { host: ownHost, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const asked = request({ port, method, path: address, headers, agent: false }, async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Says exactly this and gives back what was answered until the connection ended. */
async function say(text: string): Promise<string> {
  const socket = await opened(text);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  await closed(socket);
  return answer;
}

async function opened(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // Being cut off in the middle is what some of these ask for.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Also by an error, which `once` would throw. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()));

const post = (length: number) =>
  `POST /api/prompts HTTP/1.1\r\nhost: ${ownHost}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

describe('an address', () => {
  it('is answered by the route file that lies there, and every route file is', async () => {
    const files = await readdir(path.join(import.meta.dirname, '../../app/api'), { recursive: true });
    const addresses = files.filter((file) => path.basename(file) === 'route.ts').map((file) => path.dirname(file));
    expect(Object.keys(routes).sort()).toEqual(addresses.map((address) => `/api/${address}`).sort());
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/prompts/',
    '/api//prompts',
    '/api/jobs/x/nothing',
    '/api/../mission',
  ])('%s is nobody’s, and that is said in JSON', async (address) => {
    const { status, headers, text } = await ask('GET', address);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    const { type, errors } = z.parse(problem, JSON.parse(text));
    expect(type).toBe('urn:asterion:problem:not_found');
    expect(errors).toEqual([
      { field: 'path', message: expect.stringContaining('GET /api/openapi.json lists them all') },
    ]);
  });

  it('that only begins like the API’s is a page', async () => {
    expect((await ask('GET', '/apiary')).text).toBe('a page');
  });

  it('with an id that cannot be one is 400', async () => {
    for (const id of ['%zz', '%00', 'x', '..%2f..'])
      expect([id, (await ask('GET', `/api/jobs/${id}`)).status]).toEqual([id, 400]);
  });
});

describe('a method', () => {
  it.each([
    ['PUT', '/api/prompts', 'POST'],
    ['GET', '/api/prompts', 'POST'],
    ['DELETE', '/api/jobs/0190a000-0000-7000-8000-000000000000', 'GET, HEAD'],
    ['OPTIONS', '/api/health', 'GET, HEAD'],
    ['POST', '/api/mission/events', 'GET, HEAD'],
  ])('%s that %s does not know is 405 and says what it knows', async (method, address, allow) => {
    const { status, headers, text } = await ask(method, address);
    expect([status, headers.allow, headers['content-type']]).toEqual([405, allow, 'application/problem+json']);
    const { type, errors } = z.parse(problem, JSON.parse(text));
    expect(type).toBe('urn:asterion:problem:method_not_allowed');
    expect(errors).toEqual([{ field: 'method', message: expect.stringContaining(`it knows ${allow}`) }]);
  });

  it('HEAD answers as GET would, without the body', async () => {
    const [head, get] = [await ask('HEAD', '/api/openapi.json'), await ask('GET', '/api/openapi.json')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await ask('HEAD', '/api/mission/events')).headers['content-type']).toContain('text/event-stream');
    expect(feedFigures().streams).toBe(0);
  });
});

describe('a client that', () => {
  it.each([
    ['speaks no HTTP', 'hello?\r\n\r\n', 400],
    ['names no host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    [
      'asks for another server',
      `GET http://evil.example/api/health HTTP/1.1\r\nhost: ${ownHost}\r\nconnection: close\r\n\r\n`,
      400,
    ],
    [
      'sends both lengths',
      `POST /api/prompts HTTP/1.1\r\nhost: ${ownHost}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['sends huge headers', `GET /api/health HTTP/1.1\r\nhost: ${ownHost}\r\nx: ${'x'.repeat(10_000)}\r\n\r\n`, 431],
    ['never ends its headers', `GET /api/health HTTP/1.1\r\nhost: ${ownHost}\r\nx: `, 408],
  ])('%s is told and cut off', async (_, text, status) => {
    expect(await say(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('sends its body a byte now and then is cut off, and nothing is written', async () => {
    const socket = await opened(post(1_000));
    const drip = setInterval(() => socket.write(' '), 50);
    await closed(socket);
    clearInterval(drip);
    expect(await countOf(database.db, 'entity')).toBe(0);
  });

  it('sends more than 1 MiB is told so, and what comes after is thrown away', async () => {
    const { status, text } = await ask('POST', '/api/prompts', `{"text":"${'x'.repeat(3 * 1024 * 1024)}"}`);
    expect([status, z.parse(problem, JSON.parse(text)).type]).toEqual([413, 'urn:asterion:problem:body_too_large']);
  });

  it('leaves in the middle of its body has written nothing', async () => {
    const socket = await opened(`${post(100)}{"text":"half a`);
    socket.destroy();
    expect((await ask('POST', '/api/prompts', '{"text":"whole"}')).status).toBe(202);
    expect(await countOf(database.db, 'job')).toBe(1);
  });

  it('tears its live stream down leaves nothing, also before the first word', async () => {
    const open = `GET /api/mission/events HTTP/1.1\r\nhost: ${ownHost}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 40 }, () => opened(open)));
    for (const socket of sockets.slice(0, 20)) socket.destroy();
    await eventually(() => feedFigures().streams === 20);
    for (const socket of sockets.slice(20)) socket.resetAndDestroy();
    await eventually(() => feedFigures().streams === 0);
  });
});
