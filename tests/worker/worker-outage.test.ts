// A database that goes away for a while: nothing ends, nothing is lost, no attempt is spent.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, modelCall, sql, submitted } from '#tests/support/jobs.ts';
import { deferred, endWorkers, quick, startWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(async () => {
  await allowConnections(true);
  await endWorkers();
});

const result = (content: string) => ({ content, model: 'test/test', ledger: modelCall });

/** From another database of the server: lets nobody in and throws everybody out, as a restart does. */
async function allowConnections(allowed: boolean): Promise<void> {
  const url = new URL(database.db.directUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`alter database ${admin.escapeIdentifier(name)} allow_connections ${allowed}`);
  if (!allowed) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await admin.end();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a database outage', () => {
  it('shorter than the lease delays the final write and nothing else', async () => {
    const { db } = database;
    const started = deferred();
    const finish = deferred();
    const { job_id } = await submitted(db);
    const worker = startWorker(
      db.directUrl,
      async () => {
        started.resolve();
        await finish.promise;
        return result('kept');
      },
      quick,
    );
    await started.promise;
    await allowConnections(false);
    finish.resolve();
    await pause(quick.leaseMs / 4);
    await allowConnections(true);
    await eventually(async () => (await jobRow(db, job_id)).state === 'succeeded');
    expect(await jobRow(db, job_id)).toMatchObject({ attempt: 1, claim: 1 });
    const next = await submitted(db);
    await eventually(async () => (await jobRow(db, next.job_id)).state === 'succeeded');
    await worker.stop();
  }, 60_000);

  it('longer than the lease stops the work before anybody can claim it; it runs again with its attempt kept', async () => {
    const { db } = database;
    const started = deferred();
    const aborted = deferred<number>();
    const { job_id } = await submitted(db);
    const worker = startWorker(
      db.directUrl,
      ({ job, signal }) => {
        if (job.claim > 1) return Promise.resolve(result('second claim'));
        started.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve(performance.now());
            reject(signal.reason);
          });
        });
      },
      quick,
    );
    await started.promise;
    const from = performance.now();
    await allowConnections(false);
    const afterMs = (await aborted.promise) - from;
    await allowConnections(true);
    expect(afterMs).toBeLessThan(quick.leaseMs);
    await eventually(async () => (await jobRow(db, job_id)).state === 'succeeded');
    expect(await jobRow(db, job_id)).toMatchObject({ attempt: 1, claim: 2 });
    expect(await sql(db, 'select count(*) as count from worker')).toEqual([{ count: 2 }]);
    await worker.stop();
  }, 60_000);
});

describe('a claim whose answer was lost on the way', () => {
  it('is noticed and handed back', async () => {
    const { db } = database;
    const worker = startWorker(db.directUrl, async () => result('found again'));
    await eventually(async () => (await sql(db, 'select 1 from worker')).length === 1);
    const [row] = await sql<{ id: string }>(db, 'select id from worker');
    const { job_id } = await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' });
    await sql(
      db,
      `update job set state = 'running', worker_claim = $2, claim = 1, available_at = db_now(),
         claimed_at = db_now() - interval '6 seconds', started_at = db_now(), first_started_at = db_now() where id = $1`,
      [job_id, row?.id],
    );
    await eventually(async () => (await jobRow(db, job_id)).state === 'succeeded');
    expect(await jobRow(db, job_id)).toMatchObject({ attempt: 1, claim: 2 });
    await worker.stop();
  }, 60_000);
});
