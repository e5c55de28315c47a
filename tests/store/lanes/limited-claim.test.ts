// Claims under limits: however many workers claim at once, no model is asked more than its limit allows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimedJob, settleJobs } from '#lib/store/claims.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { claimWithin, type LaneRules } from '#lib/store/lanes/limited-claim.ts';
import { setPause } from '#lib/store/lanes/pauses.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, emptyTables, modelCall, sql, submitted, success } from '#tests/support/jobs.ts';

const database = testDatabase();
const others: Database[] = [];
beforeAll(() => {
  for (let at = 0; at < 4; at += 1) others.push(openDatabase({ url: database.url, poolSize: 4 }));
});
afterAll(() => Promise.all(others.map(closeDatabase)));
beforeEach(() => emptyTables(database.db));

const aliases = { default: 'm/one' };
const rulesOf = (...limits: LaneRules['limits'][number][]): LaneRules => ({ limits, aliases });

async function claimAs(db: Database, workerId: string, rules: LaneRules, limit = 100): Promise<ClaimedJob[]> {
  return (await claimWithin(db, { workerId, kinds: ['prompt'], priorityCeiling: 100, limit }, rules)).jobs;
}

async function submitMany(count: number, model?: string): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, () => submitted(database.db, model === undefined ? {} : { options: { model } })),
  );
}

/** Many claims at the same moment, from several processes' worth of connections; everything that was claimed. */
async function claimAllAtOnce(rules: LaneRules, limit: number): Promise<ClaimedJob[]> {
  const workers = await Promise.all(others.map((db) => aWorker(db)));
  const claims = await Promise.all(
    [...others, ...others].map((db, at) => claimAs(db, workers[at % workers.length] ?? '', rules, limit)),
  );
  return claims.flat();
}

describe('a limited model', () => {
  it('never has more jobs running than its concurrency, whoever claims at the same time', async () => {
    const rules = rulesOf({ models: 'm/one', concurrency: 5 });
    await submitMany(40, 'm/one');
    await submitMany(10);
    for (let round = 0; round < 6; round += 1) {
      const jobs = await claimAllAtOnce(rules, 1 + (round % 3));
      const [{ running } = { running: -1 }] = await sql<{ running: number }>(
        database.db,
        `select count(*) as running from job where state = 'running'`,
      );
      expect(running).toBe(5);
      const owners = await sql<{ id: string; owner: string }>(
        database.db,
        `select id, worker_claim as owner from job where state = 'running'`,
      );
      // Some of them end, so that the next round has a little room.
      for (const job of jobs.slice(0, 1 + round)) {
        const owner = owners.find(({ id }) => id === job.id)?.owner ?? '';
        expect(await settleJobs(database.db, owner, [success(job)])).toEqual(new Set([job.id]));
      }
    }
  });

  it('is shared by the jobs that name it and those that get it by default', async () => {
    await submitMany(3, 'm/one');
    await submitMany(3);
    const jobs = await claimAllAtOnce(rulesOf({ models: 'm/*', concurrency: 4 }), 10);
    expect(jobs).toHaveLength(4);
  });

  it('is begun no more often in any minute than its requests allow, retries and all', async () => {
    const { db } = database;
    const rules = rulesOf({ models: 'm/one', requestsPerMinute: 7 });
    await submitMany(20, 'm/one');
    expect(await claimAllAtOnce(rules, 3)).toHaveLength(7);
    const workerId = await aWorker(db);
    const request = { workerId, kinds: ['prompt'] as const, priorityCeiling: 100, limit: 5 };
    const full = await claimWithin(db, request, rules);
    expect(full.jobs).toEqual([]);
    expect(full.againInMs).toBeGreaterThan(50_000);
    expect(full.againInMs).toBeLessThanOrEqual(60_000);
    // Two of the seven are over a minute old: exactly two more may begin.
    await sql(
      db,
      `update job set claimed_at = claimed_at - interval '1 minute'
       where id in (select id from job where state = 'running' order by id limit 2)`,
    );
    expect((await claimWithin(db, request, rules)).jobs).toHaveLength(2);
  });

  it('waits when the tokens of the last minute, and those of running calls, are used up', async () => {
    const { db } = database;
    const rules = rulesOf({ models: 'm/one', tokensPerMinute: 100 });
    const workerId = await aWorker(db);
    await submitMany(10, 'm/one');
    // Nothing is known about its calls: one begins, and tells by its end.
    const [first, ...more] = await claimAs(db, workerId, rules);
    expect(more).toEqual([]);
    if (first === undefined) throw new Error('one call may always begin');
    const ledger = { ...modelCall, provider: 'm', model: 'one', tokensIn: 10, tokensOut: 10 };
    await settleJobs(db, workerId, [{ ...success(first), ledger }]);
    expect(await claimAs(db, workerId, rules)).toHaveLength(4);
    expect(await claimAs(db, workerId, rules)).toHaveLength(0);
  });

  it('holds up no other lane and keeps the order over all lanes', async () => {
    const { db } = database;
    const rules = rulesOf({ models: 'm/one', concurrency: 1 });
    const workerId = await aWorker(db);
    await submitMany(3, 'm/one');
    await submitMany(3, 'n/two');
    const urgent = await submitted(db, { options: { model: 'm/one' }, priority: 1 });
    const jobs = await claimAs(db, workerId, rules, 3);
    expect(jobs.map(({ id, lane }) => (id === urgent.job_id ? 'urgent' : lane))).toEqual(['urgent', 'n/two', 'n/two']);
  });

  it('is paused like any other, and an operator’s pause of a kind holds', async () => {
    const { db } = database;
    const rules = rulesOf({ models: '*', concurrency: 9 });
    const workerId = await aWorker(db);
    await submitMany(2, 'm/one');
    await submitMany(2, 'n/two');
    await setPause(db, { scopes: ['provider:m'], forMs: null, reason: 'test', setBy: 'test' });
    expect((await claimAs(db, workerId, rules)).map(({ lane }) => lane)).toEqual(['n/two', 'n/two']);
    await setPause(db, { scopes: ['kind:prompt'], forMs: null, reason: 'test', setBy: 'test' });
    await submitMany(1, 'n/two');
    expect(await claimAs(db, workerId, rules)).toEqual([]);
  });
});
