// A claimer that remembers how far it got claims exactly what one without a memory would, a moment later at most.
import { beforeEach, describe, expect, it } from 'vitest';
import { claimJobs, releaseJobs } from '#lib/store/claims.ts';
import { Floors } from '#lib/store/lanes/floors.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, emptyTables, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function claimer() {
  const { db } = database;
  const workerId = await aWorker(db);
  const clock = { now: 0 };
  const floors = new Floors(() => clock.now);
  const take = (limit: number) => claimJobs(db, { workerId, kinds: ['prompt'], priorityCeiling: 100, limit }, floors);
  return { db, workerId, clock, floors, take };
}

describe('a claim from floors', () => {
  it('takes every job once, best first, over priorities and lanes', async () => {
    const { db, take } = await claimer();
    const expected: string[] = [];
    for (const priority of [10, 50, 50, 50, 80])
      for (const model of ['demo', 'openai/gpt-5'])
        expected.push((await submitted(db, { priority, options: { model } })).job_id);
    const taken: string[] = [];
    for (let batch = await take(2); batch.length > 0; batch = await take(2)) taken.push(...batch.map(({ id }) => id));
    expect(taken).toEqual(expected);
  });

  it('sees a more urgent job at once, though it is deep in the backlog', async () => {
    const { db, take } = await claimer();
    for (let count = 0; count < 6; count += 1) await submitted(db);
    await take(2);
    const urgent = await submitted(db, { priority: 10, options: { model: 'demo' } });
    expect((await take(2)).map(({ id }) => id)).toContain(urgent.job_id);
  });

  it('finds what was handed back below its floor at the next full look, a second later', async () => {
    const { db, workerId, clock, take } = await claimer();
    for (let count = 0; count < 8; count += 1) await submitted(db);
    const [first] = await take(2);
    if (first === undefined) throw new Error('nothing claimed');
    await releaseJobs(db, workerId, [{ jobId: first.id, claim: first.claim, attempt: first.attempt }]);
    expect((await take(2)).map(({ id }) => id)).not.toContain(first.id);
    clock.now = 1_000;
    expect((await take(2)).map(({ id }) => id)).toContain(first.id);
  });

  it('looks at everything as soon as a claim does not come back full', async () => {
    const { db, workerId, floors, take } = await claimer();
    const { job_id } = await submitted(db);
    const [job] = await take(1);
    if (job === undefined) throw new Error('nothing claimed');
    expect(floors.looks().length).toBeGreaterThan(1);
    expect(await take(5)).toEqual([]);
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    expect((await take(5)).map(({ id }) => id)).toEqual([job_id]);
  });
});
