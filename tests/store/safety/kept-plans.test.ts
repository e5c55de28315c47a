// A session keeps the plans it made while the tables were empty, as on the first day: they must still be right when they are full.
import { beforeAll, describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { appendOutput } from '#lib/store/output.ts';
import { readConversation } from '#lib/store/prompts/conversation.ts';
import { markSeen } from '#lib/store/prompts/seen.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claim, claimOne, sql, submitted, success, viewer } from '#tests/support/jobs.ts';

// One connection: it makes its plans and keeps them, and what it has read is counted in its own session.
const database = testDatabase({ poolSize: 1 });
const many = 20_000;
/** PostgreSQL keeps a plan from the sixth time on. */
const untilKept = 7;

/** Rows of all tables that this session has read so far. */
async function rowsRead(db: Database): Promise<number> {
  await sql(db, 'select pg_stat_force_next_flush()');
  const [row] = await sql<{ read: number }>(
    db,
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables',
  );
  return row?.read ?? Number.NaN;
}

const deed: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'a submit': (db) => submitted(db),
  'a submit into a conversation': async (db) => submitted(db, { session_id: (await submitted(db)).session_id }),
  'a submit that continues an answer': async (db) => submitted(db, { parent_id: (await answered(db)).prompt_id }),
  'a submit that waits for another': async (db) => submitted(db, { depends_on: [(await submitted(db)).job_id] }),
  'a stop': async (db) => cancelJob(db, viewer, (await submitted(db)).job_id),
  'a retry': async (db) => retryJob(db, viewer, (await answered(db)).job_id, {}),
  'a claim and a settle': async (db) => {
    const workerId = await aWorker(db);
    await submitted(db);
    await settleJobs(
      db,
      workerId,
      (await claim(db, workerId, 10)).map((job) => success(job)),
    );
  },
  'a piece of an answer': async (db) => {
    const workerId = await aWorker(db);
    await settleJobs(
      db,
      workerId,
      (await claim(db, workerId, 100)).map((job) => success(job)),
    );
    await submitted(db);
    const { id: jobId, claim: number } = await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId, claim: number, startsAt: 0, content: 'Elbe' }]);
  },
  'the conversation of a job': async (db) => readConversation(db, (await answered(db)).job_id),
  'a thread': async (db) => readThread(db, viewer, (await answered(db)).prompt_id),
  'a job': async (db) => readJob(db, viewer, (await answered(db)).job_id),
  'having seen an answer': async (db) => markSeen(db, viewer, [(await answered(db)).prompt_id]),
};

describe('a plan of the first day', () => {
  beforeAll(async () => {
    const { db } = database;
    for (const work of Object.values(deed)) for (let time = 0; time < untilKept; time += 1) await work(db);
    await sql(
      db,
      `with made as (
         insert into session (id, org_id, created_by, title) select gen_random_uuid(), 1, 1, 'One of many' from generate_series(1, ${many}) returning id
       ), prompt as (
         insert into entity (id, kind, org_id, created_by, session_id, root_id, content, label, content_length)
         select p, 'prompt', 1, 1, id, p, 'x', 'x', 1 from (select id, gen_random_uuid() as p from made) m returning id, session_id
       )
       insert into job (id, kind, org_id, created_by, session_id, prompt_id, state, ready, error_kind, error_message, started_at, finished_at)
       select gen_random_uuid(), 'prompt', 1, 1, session_id, id, 'failed', false, 'unknown', 'x', db_now(), db_now() from prompt`,
    );
  }, 120_000);

  it.each(Object.entries(deed))('is still right for %s when the tables are full', async (_, work) => {
    const { db } = database;
    const before = await rowsRead(db);
    await work(db);
    expect((await rowsRead(db)) - before).toBeLessThan(1_000);
  });

  it('would be found out: reading a table whole is counted', async () => {
    const { db } = database;
    const before = await rowsRead(db);
    await sql(db, 'select count(content) from entity');
    expect((await rowsRead(db)) - before).toBeGreaterThanOrEqual(many);
  });
});
