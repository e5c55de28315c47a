// Whatever a dead worker held comes back or ends: behind healthy rows, behind bad rows, under its own lease, by a stop.
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, emptyTables, jobRow, loseLease, sql, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const submitMany = (count: number) => Promise.all(Array.from({ length: count }, () => submitted(database.db)));

describe('a lost job', () => {
  it('is found behind more healthy ones than one page of the sweep holds', async () => {
    const { db } = database;
    await submitMany(30);
    await claim(db, await aWorker(db));
    const { job_id } = await submitted(db);
    const dead = await aWorker(db);
    await claim(db, dead);
    await loseLease(db, dead);
    expect((await reclaimLostJobs(db, { limit: 5 })).reclaimed).toEqual([{ jobId: job_id, state: 'queued' }]);
  });

  it('is found behind more bad rows than one page holds; those stay eligible', async () => {
    const { db } = database;
    const bad: string[] = [];
    for (let index = 0; index < 5; index++) bad.push((await submitted(db)).job_id);
    const { job_id: good } = await submitted(db);
    const dead = await aWorker(db);
    await claim(db, dead);
    await loseLease(db, dead);
    const list = bad.map((id) => `'${id}'`).join(', ');
    await sql(db, `alter table job add constraint bad_rows check (id not in (${list}) or state <> 'queued') not valid`);
    const sweep = await reclaimLostJobs(db, { limit: 2 });
    await sql(db, 'alter table job drop constraint bad_rows');
    expect(sweep.reclaimed).toEqual([{ jobId: good, state: 'queued' }]);
    expect(sweep.errors).toHaveLength(bad.length);
    const again = await reclaimLostJobs(db, { limit: 2 });
    expect(again.reclaimed.map(({ jobId }) => jobId).toSorted()).toEqual(bad.toSorted());
  });

  it('is taken back by the lease of its own worker, whatever leases others keep', async () => {
    const { db } = database;
    const patient = await aWorker(db, 3_600_000);
    await submitted(db);
    await claim(db, patient);
    const { job_id } = await submitted(db);
    await claim(db, await aWorker(db, 60_000));
    const later = openDatabase({ url: database.url, clockShift: '5 minutes' });
    const { reclaimed } = await reclaimLostJobs(later);
    await closeDatabase(later);
    expect(reclaimed).toEqual([{ jobId: job_id, state: 'queued' }]);
  });

  it('runs again under a second worker that dies too, until its attempts are used up', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { options: { max_attempts: 3 } });
    for (const state of ['queued', 'queued', 'failed'] as const) {
      const dead = await aWorker(db);
      expect(await claim(db, dead)).toHaveLength(1);
      await sql(db, 'delete from worker where id = $1', [dead]);
      expect((await reclaimLostJobs(db)).reclaimed).toEqual([{ jobId: job_id, state }]);
    }
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'failed', error_kind: 'stuck', worker_claim: null });
  });
});

describe('a stop', () => {
  it('ends a job whose worker is long gone, at once', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const dead = await aWorker(db);
    await claim(db, dead);
    await sql(db, 'delete from worker where id = $1', [dead]);
    expect(await cancelJob(db, viewer, job_id)).toMatchObject({ ok: true });
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled', worker_claim: null });
    expect((await reclaimLostJobs(db)).reclaimed).toEqual([]);
  });

  it('ends a job that waits for one that never comes, and everything that waits for it', async () => {
    const { db } = database;
    const never = await submitted(db, { scheduled_for: '2999-01-01T00:00:00Z' });
    const waiting = await submitted(db, { depends_on: [never.job_id] });
    const behind = await submitted(db, { depends_on: [waiting.job_id] });
    expect(await cancelJob(db, viewer, waiting.job_id)).toMatchObject({ ok: true });
    expect(await jobRow(db, waiting.job_id)).toMatchObject({ state: 'cancelled' });
    expect(await jobRow(db, behind.job_id)).toMatchObject({ state: 'cancelled', error_kind: 'dependency' });
    expect(await jobRow(db, never.job_id)).toMatchObject({ state: 'queued' });
  });
});
