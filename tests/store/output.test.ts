// Streamed text: in order, without loss or repetition, from any offset, one claim at a time.
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseJobs } from '#lib/store/claims.ts';
import { appendOutput, pruneOutput, readOutput, readOutputSince } from '#lib/store/output.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, countOf, emptyTables, sql, stranger, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function speaking() {
  const { db } = database;
  const workerId = await aWorker(db);
  await submitted(db);
  const job = await claimOne(db, workerId);
  return {
    db,
    workerId,
    job,
    say: (startsAt: number, content: string) =>
      appendOutput(db, workerId, [{ jobId: job.id, claim: job.claim, startsAt, content }]),
  };
}

describe('output', () => {
  it('is read whole or from an offset in UTF-16 units, emoji or not', async () => {
    const { db, job, say } = await speaking();
    await say(0, 'Elbe 🌊 ');
    await say(8, 'Oder');
    expect((await readOutput(db, viewer, job.id, 0))?.text).toBe('Elbe 🌊 Oder');
    expect((await readOutput(db, viewer, job.id, 8))?.text).toBe('Oder');
    expect(await readOutputSince(db, [{ jobId: job.id, claim: 1, from: 8 }])).toEqual([
      { jobId: job.id, claim: 1, startsAt: 8, content: 'Oder' },
    ]);
  });

  it('sent twice is stored once', async () => {
    const { db, job, say } = await speaking();
    await say(0, 'Elbe');
    await say(0, 'Elbe');
    expect((await readOutput(db, viewer, job.id, 0))?.text).toBe('Elbe');
  });

  it('of a claim that is over is refused, and its worker is told which', async () => {
    const { db, workerId, job, say } = await speaking();
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    expect(await say(0, 'late')).toEqual([job.id]);
    expect(await countOf(db, 'output_chunk')).toBe(0);
  });

  it('starts clean with the next claim', async () => {
    const { db, workerId, job, say } = await speaking();
    await say(0, 'first try');
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    const again = await claimOne(db, workerId);
    expect(await readOutput(db, viewer, job.id, 0)).toMatchObject({ claim: 2, text: '' });
    await appendOutput(db, workerId, [{ jobId: job.id, claim: again.claim, startsAt: 0, content: 'second' }]);
    expect(await readOutput(db, viewer, job.id, 0)).toMatchObject({ claim: 2, text: 'second' });
  });

  it('is nothing to a stranger', async () => {
    const { db, job, say } = await speaking();
    await say(0, 'secret');
    expect(await readOutput(db, stranger, job.id, 0)).toBeNull();
  });

  it('is pruned ten minutes after its claim ended, never while it runs', async () => {
    const { db, workerId, job, say } = await speaking();
    await say(0, 'Elbe');
    await sql(db, `update output_chunk set created_at = created_at - interval '11 minutes'`);
    await pruneOutput(db);
    expect(await countOf(db, 'output_chunk')).toBe(1);
    await releaseJobs(db, workerId, [{ jobId: job.id, claim: job.claim, attempt: job.attempt }]);
    await pruneOutput(db);
    expect(await countOf(db, 'output_chunk')).toBe(0);
  });
});
