// No other site, no other name for this machine, and no other port of it can read or drive the product.
import { describe, expect, it } from 'vitest';
import { GET as readRecent } from '#app/api/mission/recent/route.ts';
import { POST as submit } from '#app/api/prompts/route.ts';
import { judgeSite } from '#lib/auth/same-site.ts';
import { testDatabase } from '#tests/support/database.ts';
import { countOf } from '#tests/support/jobs.ts';
import { call, refused } from './call.ts';

const database = testDatabase();
const judged = (headers: Record<string, string>, isPage = false) =>
  judgeSite(new Headers({ host: 'localhost:3000', ...headers }), { port: 3000, isPage });

describe('a request is ours', () => {
  it.each([
    [{}],
    [{ host: '127.0.0.1:3000' }],
    [{ host: '[::1]:3000' }],
    [{ host: 'LOCALHOST:3000' }],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('%o', (headers) => expect(judged(headers)).toBe('ours'));
});

describe('a request is refused', () => {
  it.each([
    ['unknown_host', { host: '' }],
    ['unknown_host', { host: 'evil.example' }],
    ['unknown_host', { host: 'evil.example:3000' }],
    ['unknown_host', { host: 'localhost:3001' }],
    ['unknown_host', { host: 'localhost' }],
    ['unknown_host', { host: 'localhost.evil.example:3000' }],
    ['unknown_host', { host: '192.168.0.7:3000' }],
    ['unknown_host', { host: 'user@localhost:3000' }],
    ['foreign_site', { origin: 'https://evil.example' }],
    ['foreign_site', { origin: 'null' }],
    ['foreign_site', { origin: 'http://localhost:3001' }],
    ['foreign_site', { origin: 'https://localhost:3000' }],
    ['foreign_site', { origin: 'http://127.0.0.1:3000' }],
    ['foreign_site', { 'sec-fetch-site': 'cross-site' }],
    ['foreign_site', { 'sec-fetch-site': 'same-site' }],
    ['foreign_site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ])('%s %o', (verdict, headers) => expect(judged(headers)).toBe(verdict));

  it('but a link from anywhere opens a page', () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(judged(link, true)).toBe('ours');
    expect(judged({ ...link, 'sec-fetch-dest': 'iframe' }, true)).toBe('foreign_site');
    expect(judged({ ...link, origin: 'https://evil.example' }, true)).toBe('foreign_site');
  });
});

describe('at the door', () => {
  it('a foreign page is refused for reading and writing, and nothing opens for it', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const read = await call(database.db, readRecent, { headers });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    expect((await refused(read)).status).toBe(403);
    const written = await refused(await call(database.db, submit, { headers, body: { text: 'gotcha' } }));
    expect(written.status).toBe(403);
    expect(await countOf(database.db, 'job')).toBe(0);
  });

  it('a rebound name is 421', async () => {
    const headers = { host: 'rebound.example:3000' };
    expect((await refused(await call(database.db, readRecent, { headers }))).status).toBe(421);
  });
});
