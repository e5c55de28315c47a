// Work whose worker is gone comes back, bounded, and one bad row stops nothing.
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { appendOutput } from '#lib/store/output.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, claimOne, emptyTables, jobRow, loseLease, sql, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('a reclaim', () => {
  it('leaves jobs of living workers alone, however long they run', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db);
    const { id } = await claimOne(db, workerId);
    await sql(
      db,
      `update job set started_at = db_now() - interval '3 hours', first_started_at = db_now() - interval '3 hours' where id = $1`,
      [id],
    );
    expect(await reclaimLostJobs(db)).toEqual({ reclaimed: [], errors: [] });
  });

  it('takes a job back at once when the lease is over, and keeps the text it had', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId: job_id, claim: 1, startsAt: 0, content: 'half an ans' }]);
    await loseLease(db, workerId);
    expect((await reclaimLostJobs(db)).reclaimed).toEqual([{ jobId: job_id, state: 'queued' }]);
    expect(await jobRow(db, job_id)).toMatchObject({
      state: 'queued',
      ready: true,
      attempt: 2,
      error_kind: 'worker_crash',
    });
    expect(await sql(db, 'select outcome, error_kind, output from job_attempt where job_id = $1', [job_id])).toEqual([
      { outcome: 'lost', error_kind: 'worker_crash', output: 'half an ans' },
    ]);
  });

  it('treats a worker without a row as dead', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    await claimOne(db, workerId);
    await sql(db, 'delete from worker where id = $1', [workerId]);
    expect((await reclaimLostJobs(db)).reclaimed).toEqual([{ jobId: job_id, state: 'queued' }]);
  });

  it('ends a job as stuck when its attempts are used up', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db, { options: { max_attempts: 1 } });
    await claimOne(db, workerId);
    await loseLease(db, workerId);
    expect((await reclaimLostJobs(db)).reclaimed).toEqual([{ jobId: job_id, state: 'failed' }]);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'failed', error_kind: 'stuck' });
  });

  it('ends a crash loop: 15 minutes after the first start it is stuck, attempts left or not', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { options: { max_attempts: 20 } });
    await claimOne(db, await aWorker(db));
    const later = openDatabase({ url: database.url, clockShift: '16 minutes' });
    const sweep = await reclaimLostJobs(later);
    await closeDatabase(later);
    expect(sweep.reclaimed).toEqual([{ jobId: job_id, state: 'failed' }]);
    expect(await jobRow(db, job_id)).toMatchObject({ error_kind: 'stuck' });
  });

  it('run by many at once takes each job back once', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await Promise.all(Array.from({ length: 60 }, () => submitted(db)));
    await claim(db, workerId);
    await loseLease(db, workerId);
    const sweeps = await Promise.all(Array.from({ length: 6 }, () => reclaimLostJobs(db)));
    const ids = sweeps.flatMap(({ reclaimed }) => reclaimed.map(({ jobId }) => jobId));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('goes on past a row that cannot be written, reports it, and that row stays eligible', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id: bad } = await submitted(db);
    const { job_id: good } = await submitted(db);
    await claim(db, workerId);
    await loseLease(db, workerId);
    await sql(
      db,
      `alter table job add constraint no_reclaim_of_bad check (id <> '${bad}' or state <> 'queued') not valid`,
    );
    const sweep = await reclaimLostJobs(db);
    expect(sweep.reclaimed).toEqual([{ jobId: good, state: 'queued' }]);
    expect(sweep.errors).toHaveLength(1);
    await sql(db, 'alter table job drop constraint no_reclaim_of_bad');
    expect((await reclaimLostJobs(db)).reclaimed).toEqual([{ jobId: bad, state: 'queued' }]);
  });
});
