// Clients of the real web process that leave in every way at every moment: nothing is kept of them and nothing is logged.
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();
let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess(database.url);
});
beforeEach(() => emptyTables(database.db));

const leave: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(),
];

/** Opens a connection, says this, and resolves at once or at the first bytes of the answer. */
function say(text: string, isHeard: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(web.port, '127.0.0.1', () => {
      socket.write(text);
      if (!isHeard) resolve(socket);
    });
    socket.once('data', () => resolve(socket));
    socket.on('error', reject);
  });
}

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${web.port}\r\naccept-encoding: gzip\r\n${more}\r\n`;
const post = (path: string, body: string, length = Buffer.byteLength(body)) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${web.port}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;

async function streams(): Promise<number> {
  const health = await (await fetch(`${web.origin}/api/health`)).json();
  return health.streams;
}

/** Lines that are not of the ordinary course of things; Next says when it has read its settings. */
const complaints = () => web.lines.filter((line) => !/^(?:\{"level":(?:10|20|30),|✓ )/.test(line));

describe('readers of the live stream', () => {
  it('five hundred that come and go, in every way, leave no stream, no file and no connection behind', async () => {
    let before: number | null = null;
    for (let round = 0; round < 10; round += 1) {
      // After the first ones its pool to the database stands.
      if (round === 1) before = await openFiles();
      const sockets = await Promise.all(
        Array.from({ length: 50 }, (_, at) => say(get('/api/mission/events'), at % 3 !== 0)),
      );
      for (const [at, socket] of sockets.entries()) leave[at % leave.length]?.(socket);
      await eventually(async () => (await streams()) === 0);
    }
    if (before !== null) await eventually(async () => ((await openFiles()) ?? 0) <= before + 5);
    const [row] = await sql<{ count: number }>(
      database.db,
      `select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'asterion-listen'`,
    );
    expect(row?.count).toBeLessThanOrEqual(1);
    expect(complaints()).toEqual([]);
  });

  it('one that stops reading is not waited for: others are told at once', async () => {
    const deaf = await say(get('/api/mission/events'), true);
    deaf.pause();
    const heard = await say(get('/api/mission/events'), true);
    const told = new Promise((resolve) =>
      heard.on('data', (part) => /job\.state_changed/.test(`${part}`) && resolve(1)),
    );
    const askedAt = performance.now();
    const response = await fetch(`${web.origin}/api/prompts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"heard by one"}',
    });
    expect(response.status).toBe(202);
    await told;
    expect(performance.now() - askedAt).toBeLessThan(2_000);
    deaf.destroy();
    heard.destroy();
    await eventually(async () => (await streams()) === 0);
  });
});

describe('a client that leaves', () => {
  it.each([
    ['before the answer of a read', () => get('/api/mission/recent'), false],
    ['in the middle of its body', () => post('/api/prompts', '{"text":"half', 100), false],
    ['while its prompt is stored', () => post('/api/prompts', '{"text":"whole"}'), false],
    ['while it waits for an answer', () => post('/api/prompts?wait=30', '{"text":"waited for"}'), false],
    ['in the middle of a page', () => get('/mission'), true],
    ['in the middle of a file', () => get('/api/openapi.json'), true],
  ] as const)('%s is no error', async (_, text, isHeard) => {
    for (const go of [...leave, ...leave]) go(await say(text(), isHeard));
    // Answered after all of them, by the same process.
    expect((await fetch(`${web.origin}/api/health`)).ok).toBe(true);
    await eventually(async () => (await streams()) === 0);
    expect(complaints()).toEqual([]);
  });
});

describe('a connection', () => {
  it('is kept for the next request, longer than proxies keep theirs', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let nth = 0; nth < 20; nth += 1) {
      const { port, keepAlive } = await once(agent, '/api/health');
      ports.add(port);
      // nginx, Envoy and the load balancers of clouds keep an idle connection 60 s: whoever closes first must be them.
      expect(Number(/timeout=(\d+)/.exec(keepAlive)?.[1])).toBeGreaterThan(60);
    }
    agent.destroy();
    expect(ports.size).toBe(1);
  });

  it('of HTTP/1.0 is answered and closed', async () => {
    const socket = await say(`GET /api/health HTTP/1.0\r\nhost: 127.0.0.1:${web.port}\r\n\r\n`, true);
    await new Promise((resolve) => socket.on('close', resolve).resume());
  });
});

function once(agent: Agent, path: string): Promise<{ port: number | undefined; keepAlive: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${web.origin}${path}`, { agent }, (response) => {
      const port = response.socket.localPort;
      response.resume().on('end', () => resolve({ port, keepAlive: String(response.headers['keep-alive']) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Open files of the web process, sockets too; null where the system does not tell. */
async function openFiles(): Promise<number | null> {
  try {
    return (await readdir(`/proc/${web.pid}/fd`)).length;
  } catch {
    return null;
  }
}
