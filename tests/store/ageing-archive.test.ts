// Nothing waits for ever, and what has ended long ago makes room without losing anything that is still needed.
import { beforeEach, describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { currentCursor, readEvents } from '#lib/store/events.ts';
import { ageWaiting } from '#lib/store/jobs/ageing.ts';
import { archiveJobs, pruneEvents } from '#lib/store/jobs/archive.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claim,
  countOf,
  emptyTables,
  jobRow,
  sql,
  stranger,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate job_archive');
});

describe('ageing', () => {
  it('puts a job that has waited long enough among the urgent, whatever its priority', async () => {
    const { db } = database;
    const patient = await submitted(db, { priority: 100 });
    await sql(db, `update job set available_at = available_at - interval '46 minutes'`);
    await submitted(db, { priority: 50 });
    const urgent = await submitted(db, { priority: 10 });
    expect(await ageWaiting(db)).toBe(1);
    expect(await ageWaiting(db)).toBe(0);
    const order = (await claim(db, await aWorker(db))).map(({ id }) => id);
    expect(order.slice(0, 2)).toEqual([patient.job_id, urgent.job_id]);
    expect(await jobRow(db, patient.job_id)).toMatchObject({ priority: 100, rank: 10 });
  });

  it('falls step by step, and leaves fresh and urgent jobs alone', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { priority: 50 });
    await submitted(db, { priority: 5 });
    expect(await ageWaiting(db)).toBe(0);
    await sql(db, `update job set available_at = available_at - interval '11 minutes'`);
    expect(await ageWaiting(db)).toBe(1);
    expect((await jobRow(db, job_id)).rank).toBe(30);
  });
});

describe('the archive', () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

  it('takes ended jobs with all runs of their prompt, attempts and model calls; text and answers stay', async () => {
    const { db } = database;
    const old = await answered(db, {}, 'Elbe');
    const again = await retryJob(db, viewer, old.job_id, {});
    const workerId = await aWorker(db);
    const [job] = await claim(db, workerId);
    if (!again.ok || !job) throw new Error('no retry');
    await settleJobs(db, workerId, [success(job, 'Oder')]);
    expect(await archiveJobs(db, tomorrow())).toBe(2);
    expect(await countOf(db, 'job')).toBe(0);
    expect(
      await sql(
        db,
        `select details ->> 'state' as state, jsonb_array_length(details -> 'attempts') as attempts, jsonb_array_length(details -> 'ledger') as calls from job_archive order by 1`,
      ),
    ).toEqual([
      { state: 'succeeded', attempts: 1, calls: 1 },
      { state: 'superseded', attempts: 1, calls: 1 },
    ]);
    expect(await countOf(db, 'entity')).toBe(3);
  });

  it('keeps every job readable as it was, with its attempts, events and model calls', async () => {
    const { db } = database;
    const { job_id } = await answered(db);
    const before = await readJob(db, viewer, job_id);
    expect(await archiveJobs(db, tomorrow())).toBe(1);
    const after = await readJob(db, viewer, job_id);
    expect(after).toMatchObject({
      state: 'succeeded',
      attempts: [{ outcome: 'succeeded' }],
      ledger: [{ model: 'demo' }],
    });
    expect(after).toEqual({ ...before, worker_id: after?.worker_id });
    expect(await readJob(db, stranger, job_id)).toBeNull();
    expect(await readJob(db, null, job_id)).not.toBeNull();
  });

  it('leaves what is young, what lives, and what something waits for', async () => {
    const { db } = database;
    const needed = await answered(db);
    await submitted(db, { depends_on: [needed.job_id], scheduled_for: tomorrow() });
    expect(await archiveJobs(db, new Date(Date.now() - 3_600_000).toISOString())).toBe(0);
    expect(await archiveJobs(db, tomorrow())).toBe(0);
    expect(await countOf(db, 'job')).toBe(2);
  });
});

describe('pruning the log', () => {
  it('removes old events and tells readers with older cursors to start again', async () => {
    const { db } = database;
    const old = await currentCursor(db);
    await submitted(db);
    await sql(db, `update event set created_at = created_at - interval '8 days'`);
    // Transactions of other databases count for the horizon too (xids belong to the cluster).
    await eventually(async () => expect(await pruneEvents(db, 7)).toBe(1));
    const now = await currentCursor(db);
    await submitted(db);
    expect((await readEvents(db, { after: old })).reset).toBe(true);
    expect(await readEvents(db, { after: now })).toMatchObject({
      reset: false,
      events: [{ row: { state: 'queued' } }],
    });
    await sql(db, `update event_log set pruned_xid = '0', pruned_seq = 0`);
  });
});
