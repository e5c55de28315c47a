// What is asked all the time reads what is alive: finished rows cost nothing, however many there are.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/store/client.ts';
import { readField } from '#lib/store/field.ts';
import { ageWaiting } from '#lib/store/jobs/ageing.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { makeDueReady, nextDueInMs } from '#lib/store/jobs/waiting.ts';
import { readUse } from '#lib/store/lanes/use.ts';
import { pruneOutput } from '#lib/store/output.ts';
import { readHealth } from '#lib/store/stats.ts';
import { pruneWorkers } from '#lib/store/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, sql, submitted, viewer } from '#tests/support/jobs.ts';

// One connection: what it has read is counted in its own session.
const database = testDatabase({ poolSize: 1 });
const finished = 30_000;

beforeAll(async () => {
  const { db } = database;
  await sql(
    db,
    `insert into job (id, kind, org_id, created_by, state, ready, started_at, first_started_at, finished_at)
     select gen_random_uuid(), 'maintenance', 1, 1, 'succeeded', false, db_now(), db_now(), db_now() from generate_series(1, ${finished})`,
  );
  for (let index = 0; index < 5; index++) await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' });
  await submitted(db);
  await sql(db, 'analyze job');
});

async function rowsReadBy(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead(db);
  await work();
  return (await rowsRead(db)) - before;
}

async function rowsRead(db: Database): Promise<number> {
  await sql(db, 'select pg_stat_force_next_flush()');
  const [row] = await sql<{ read: number }>(
    db,
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'job'`,
  );
  return row?.read ?? Number.NaN;
}

const budget = { model: 'm/one', lanes: ['m/one'], limit: { models: 'm/one', concurrency: 1 } };

describe('among thirty thousand finished jobs', () => {
  const asked: readonly [string, (db: Database) => Promise<unknown>][] = [
    ['making due jobs ready', (db) => makeDueReady(db)],
    ['the time of the next due job', (db) => nextDueInMs(db)],
    ['the reclaim sweep', (db) => reclaimLostJobs(db)],
    ['ageing', (db) => ageWaiting(db)],
    ['pruning workers', (db) => pruneWorkers(db)],
    ['pruning output', (db) => pruneOutput(db)],
    ['what limited models use', (db) => readUse(db, [budget])],
    ['the field', (db) => readField(db, viewer, {})],
    ['health', (db) => readHealth(db)],
    ['a claim', async (db) => claim(db, await aWorker(db))],
  ];

  it.each(asked)('%s reads only what is alive', async (_, work) => {
    const { db } = database;
    expect(await rowsReadBy(db, () => work(db))).toBeLessThan(100);
  });

  it('reading the table is counted, or the others would prove nothing', async () => {
    const { db } = database;
    expect(await rowsReadBy(db, () => sql(db, 'select count(version) from job'))).toBeGreaterThanOrEqual(finished);
  });
});
