// Real workers before a provider that has had enough: its lane rests for all of them, and limits hold over all of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPauses, setPause } from '#lib/store/lanes/pauses.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';
import { deferred, endWorkers, startWorker } from '#tests/worker/support/worker-run.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { ProviderError } from '#worker/providers/contract.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

const usage = {
  provider: 'm',
  model: 'one',
  tokensIn: 1,
  tokensOut: 1,
  tokensCached: 0,
  latencyMs: 1,
  isEstimate: true,
};
const done = { content: 'done', model: 'm/one', ledger: usage };
const fromModel = { options: { model: 'm/one' } };
const models = [{ id: 'm/one', label: 'One', provider: 'm', is_demo: false }];

async function isSettled(jobId: string): Promise<boolean> {
  return (await jobRow(database.db, jobId)).state === 'succeeded';
}

describe('a 429 with Retry-After', () => {
  it('pauses the provider for every job of it, and the default lane when that asks the same provider', async () => {
    const { db, url } = database;
    const asked: string[] = [];
    const refuse: Handler = async ({ job, callStarted }) => {
      callStarted(() => usage);
      asked.push(job.id);
      throw new ProviderError('rate_limit', 'The provider is limiting requests.', { retryAfterMs: 120_000 });
    };
    const limits = { jobLimitMs: 60_000, deafAfterMs: 300, retryScale: 1 };
    const worker = startWorker(url, refuse, { concurrency: 1, models, limits });
    const first = await submitted(db, fromModel);
    await eventually(async () => (await jobRow(db, first.job_id)).attempt === 2);
    const [other, byDefault] = [await submitted(db, { options: { model: 'm/other' } }), await submitted(db)];
    const free = await submitted(db, { options: { model: 'n/two' } });
    await eventually(() => asked.includes(free.job_id));
    await worker.stop();
    expect(asked).not.toContain(other.job_id);
    expect(asked).not.toContain(byDefault.job_id);
    expect((await listPauses(db)).map(({ scope, reason }) => [scope, reason])).toEqual(
      ['lane:default', 'provider:m'].map((scope) => [scope, 'm is limiting requests and asked to wait']),
    );
  });

  it('is over when its time is: the jobs run by themselves then', async () => {
    const { db, url } = database;
    startWorker(url, async () => done);
    await setPause(db, { scopes: ['provider:m'], forMs: 2_500, reason: 'test', setBy: 'test' });
    const { job_id } = await submitted(db, fromModel);
    await eventually(() => isSettled(job_id));
    const [waited] = await sql<{ ms: number }>(
      db,
      'select extract(epoch from first_started_at - created_at)::float8 * 1000 as ms from job where id = $1',
      [job_id],
    );
    expect(waited?.ms).toBeGreaterThan(2_000);
    expect(waited?.ms).toBeLessThan(5_000);
  });

  it('that is shorter than a sweep is met just as precisely', async () => {
    const { db, url } = database;
    startWorker(url, async () => done);
    const { job_id: first } = await submitted(db);
    await eventually(() => isSettled(first));
    const waits: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      await setPause(db, { scopes: ['provider:m'], forMs: 300, reason: 'test', setBy: 'test' });
      const { job_id } = await submitted(db, fromModel);
      await eventually(() => isSettled(job_id));
      const [over] = await sql<{ ms: number }>(
        db,
        `select extract(epoch from first_started_at - created_at)::float8 * 1000 as ms from job where id = $1`,
        [job_id],
      );
      waits.push(over?.ms ?? Number.NaN);
    }
    // Three pauses that each waited for the next sweep would hardly all be this short.
    expect(Math.max(...waits)).toBeLessThan(1_000);
    expect(Math.min(...waits)).toBeGreaterThan(100);
  });
});

describe('a limit over several workers', () => {
  it('lets a job begin as soon as another one ends, and never more at a time', async () => {
    const { db, url } = database;
    let running = 0;
    let most = 0;
    const gate = deferred();
    const handler: Handler = async () => {
      running += 1;
      most = Math.max(most, running);
      if (most === 3) gate.resolve();
      await gate.promise;
      running -= 1;
      return done;
    };
    const lanes = { limits: [{ models: 'm/*', concurrency: 3 }], aliases: {} };
    for (let at = 0; at < 3; at += 1) startWorker(url, handler, { concurrency: 8, lanes });
    const jobs = await Promise.all(Array.from({ length: 30 }, () => submitted(db, fromModel)));
    const startedAt = performance.now();
    await eventually(
      async () => {
        const [row] = await sql<{ open: number }>(db, `select count(*) as open from job where state <> 'succeeded'`);
        return row?.open === 0;
      },
      { withinMs: 20_000 },
    );
    expect(most).toBe(3);
    expect(jobs).toHaveLength(30);
    // Ten rounds that each waited for a poll would take 20 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('holds for processes with the setting, counted from what stands in the tables', async () => {
    const { db, url } = database;
    const env = { ASTERION_LANE_LIMITS: 'demo rpm=6 concurrency=2' };
    const workers = [1, 2].map(() => startWorkerProcess(url, env));
    for (let at = 0; at < 12; at += 1) await submitted(db, { text: '@demo delay=0 rate=100 tokens=20\nGo' });
    await eventually(
      async () => {
        const [row] = await sql<{ done: number }>(db, `select count(*) as done from job where state = 'succeeded'`);
        return row?.done === 6;
      },
      { withinMs: 30_000 },
    );
    const [overlap] = await sql<{ most: number }>(
      db,
      `select max((select count(*) from job_attempt b where b.started_at <= a.started_at and (b.finished_at is null or b.finished_at > a.started_at))) as most
       from job_attempt a`,
    );
    expect(overlap?.most).toBe(2);
    const [begun] = await sql<{ begun: number }>(db, 'select count(*) as begun from job_attempt');
    expect(begun?.begun).toBe(6);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) expect(await worker.stopped, worker.logs()).toEqual({ code: 0, signal: null });
  });
});
