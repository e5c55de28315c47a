// A pool with no free connection is not a database that is away: the answer says which, and when to ask again.
import { expect, it } from 'vitest';
import { GET as readMetrics } from '#app/api/metrics/route.ts';
import { POST as submit } from '#app/api/prompts/route.ts';
import { closeDatabase, inTransaction, openDatabase } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { testDatabase } from '#tests/support/database.ts';
import { countOf } from '#tests/support/jobs.ts';
import { freePort } from '#tests/support/web-process.ts';
import { call, refused } from './call.ts';

const database = testDatabase();
const away = async () => openDatabase({ url: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });

it('a request that finds every connection taken is told so, writes nothing, and works when one is free', async () => {
  const db = openDatabase({ url: database.url, poolSize: 1 });
  const taken = await db.pool.connect();
  // From here on the only connection is taken; nobody waits for it for seconds.
  db.pool.options.connectionTimeoutMillis = 50;
  try {
    for (const answer of [call(db, readMetrics), call(db, submit, { body: { text: 'hello' } })]) {
      const response = await answer;
      const { status, problem } = await refused(response);
      expect([status, problem.type]).toEqual([503, 'urn:asterion:problem:busy']);
      expect(response.headers.get('retry-after')).toBe('1');
    }
    const inside = await inTransaction(db, async () => 'in').catch((error: unknown) => error);
    expect(isOutage(inside)).toBe(true);
  } finally {
    taken.release();
  }
  expect((await call(db, readMetrics)).status, 'when one is free').toBe(200);
  await closeDatabase(db);
  expect(await countOf(database.db, 'job')).toBe(0);
});

it('a database that is away is still called that', async () => {
  const db = await away();
  const { status, problem } = await refused(await call(db, readMetrics));
  expect([status, problem.type]).toEqual([503, 'urn:asterion:problem:database_away']);
  await closeDatabase(db);
});
