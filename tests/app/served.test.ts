// What only the built and served product can show: streams that are not held back, and pages bound by their headers.
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();
let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess(database.url);
});

/** With any Host header, which fetch would not send; resolves at the first bytes of the body, or at its end. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = request(`${web.origin}${path}`, { headers, method, agent: false }, (response) => {
      const done = (text: string) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        asked.destroy();
      };
      response.once('data', (part: Buffer) => done(part.toString()));
      response.once('end', () => done(''));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the live stream', () => {
  it('says hello within a second, uncompressed, to a browser that accepts gzip', async () => {
    await ask('/api/mission/events');
    const startedAt = performance.now();
    const { status, headers, text } = await ask('/api/mission/events', { 'accept-encoding': 'gzip, br' });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(status).toBe(200);
    expect(text).toContain('event: hello');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  it('answers HEAD with its headers and opens nothing', async () => {
    const { status, headers } = await ask('/api/mission/events', {}, 'HEAD');
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('does not keep the server from stopping', async () => {
    const response = await fetch(`${web.origin}/api/mission/events`);
    const reader = response.body?.getReader();
    await reader?.read();
    const other = await startWebProcess(database.url);
    const open = await fetch(`${other.origin}/api/mission/events`);
    await open.body?.getReader().read();
    const askedAt = performance.now();
    other.kill('SIGTERM');
    expect(await other.stopped).toEqual({ code: 0, signal: null });
    expect(performance.now() - askedAt).toBeLessThan(3_000);
    await reader?.cancel();
  });
});

describe('a web socket', () => {
  it('is opened by nobody', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    for (const path of ['/_next/hmr', '/mission', '/api/mission/events'])
      await expect(ask(path, headers)).rejects.toThrow(/hang up|ECONNRESET/);
  });
});

describe('a page', () => {
  it('carries a policy with a fresh nonce that its scripts have', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const page = await fetch(`${web.origin}/mission`, { headers: { accept: 'text/html' } });
        const policy = page.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        expect(nonce).not.toBe('');
        expect(await page.text()).toContain(`nonce="${nonce}"`);
        for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"])
          expect(policy).toContain(rule);
        expect(policy).not.toContain('unsafe-eval');
        expect(page.headers.get('x-powered-by')).toBeNull();
        // With no-store the browser would throw it away behind the back button.
        expect(page.headers.get('cache-control')).toBe('private, no-cache');
        return nonce;
      }),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('is refused under another name; so is every file', async () => {
    for (const path of ['/', '/mission', '/_next/static/x.js', '/api/health', '/api/nothing'])
      expect([path, (await ask(path, { host: 'rebound.example' })).status]).toEqual([path, 421]);
  });

  it('an unknown API address answers in JSON', async () => {
    const { status, headers } = await ask('/api/nothing');
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});
