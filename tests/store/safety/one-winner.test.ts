// Two who want to end the same claim at the same moment: exactly one of them does, and the other changes nothing.
import { beforeEach, describe, expect, it } from 'vitest';
import { claimJobs, releaseJobs, settleJobs } from '#lib/store/claims.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { claimWithin } from '#lib/store/lanes/limited-claim.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  aWorker,
  claim,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  loseLease,
  sql,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';

const database = testDatabase({ poolSize: 8 });
beforeEach(() => emptyTables(database.db));

describe('a result that is written at the moment its job is taken back', () => {
  it('is either the answer or nothing: never finished and run again both', async () => {
    const { db } = database;
    for (let round = 0; round < 25; round++) {
      await emptyTables(db);
      const workerId = await aWorker(db);
      const { job_id } = await submitted(db);
      const job = await claimOne(db, workerId);
      await loseLease(db, workerId);
      const settle = () => settleJobs(db, workerId, [success(job)]);
      const reclaim = () => reclaimLostJobs(db);
      // Neither side always starts first.
      const [won, sweep] =
        round % 2 === 0
          ? await Promise.all([settle(), reclaim()])
          : await Promise.all([reclaim(), settle()]).then(([second, first]) => [first, second] as const);
      expect(won.size + sweep.reclaimed.length).toBe(1);
      const { state } = await jobRow(db, job_id);
      expect(state).toBe(won.size === 1 ? 'succeeded' : 'queued');
      expect(await sql(db, `select id from entity where kind = 'response'`)).toHaveLength(won.size);
      expect(await countOf(db, 'job_attempt')).toBe(1);
    }
  });
});

describe('a worker that was given up but lives', () => {
  const rules = { limits: [{ models: 'm/one', concurrency: 1 }], aliases: {} };
  const request = (workerId: string) => ({ workerId, kinds: ['prompt'] as const, priorityCeiling: 100, limit: 10 });

  it('frees no place of a limited model a second time, whatever it still writes', async () => {
    const { db } = database;
    for (let index = 0; index < 4; index++) await submitted(db, { options: { model: 'm/one' } });
    const givenUp = await aWorker(db);
    const [held] = (await claimWithin(db, request(givenUp), rules)).jobs;
    if (held === undefined) throw new Error('nothing was claimed');
    await loseLease(db, givenUp);
    await reclaimLostJobs(db);
    const next = await aWorker(db);
    expect((await claimWithin(db, request(next), rules)).jobs).toHaveLength(1);
    await settleJobs(db, givenUp, [success(held)]);
    await releaseJobs(db, givenUp, [{ jobId: held.id, claim: held.claim, attempt: held.attempt }]);
    for (const workerId of [next, await aWorker(db), await aWorker(db)])
      expect((await claimWithin(db, request(workerId), rules)).jobs).toEqual([]);
    expect(await sql(db, `select id from job where state = 'running'`)).toHaveLength(1);
  });

  it('leaves no model shut behind it: what it held is a free place again', async () => {
    const { db } = database;
    await submitted(db, { options: { model: 'm/one' } });
    const dead = await aWorker(db);
    expect((await claimWithin(db, request(dead), rules)).jobs).toHaveLength(1);
    await sql(db, 'delete from worker where id = $1', [dead]);
    await reclaimLostJobs(db);
    expect((await claimWithin(db, request(await aWorker(db)), rules)).jobs).toHaveLength(1);
  });

  it('claims nothing more', async () => {
    const { db } = database;
    await submitted(db);
    const givenUp = await aWorker(db);
    await loseLease(db, givenUp);
    expect(await claimJobs(db, request(givenUp))).toEqual([]);
  });
});

describe('a result for a job that is no longer there', () => {
  it('is dropped without a fault, and the others of its batch are written', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let index = 0; index < 3; index++) await submitted(db);
    const [gone, ...kept] = await claim(db, workerId);
    if (gone === undefined) throw new Error('nothing was claimed');
    await sql(db, 'delete from job where id = $1', [gone.id]);
    const won = await settleJobs(
      db,
      workerId,
      [gone, ...kept].map((job) => success(job)),
    );
    expect([...won].toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  });
});

describe('replacing an earlier run', () => {
  it('touches only the job that was named: others of its thread and session go on', async () => {
    const { db } = database;
    const first = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    const failure = { type: 'failed', kind: 'provider_4xx', message: 'no' } as const;
    await settleJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt, ...failure }]);
    const siblings = [
      await submitted(db, { session_id: first.session_id }),
      await submitted(db, { session_id: first.session_id }),
    ];
    const before = await Promise.all(siblings.map(({ job_id }) => jobRow(db, job_id)));
    expect(await retryJob(db, viewer, first.job_id, {})).toMatchObject({ ok: true });
    await submitted(db, { session_id: first.session_id });
    expect(await Promise.all(siblings.map(({ job_id }) => jobRow(db, job_id)))).toEqual(before);
    expect(await sql(db, `select id from job where state = 'superseded'`)).toEqual([{ id: first.job_id }]);
  });
});
