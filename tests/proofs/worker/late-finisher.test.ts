// A worker frozen past its lease and then continued: what it still believes changes nothing.
import { beforeEach, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, doubledThings, pictureOf, reached } from '#tests/proofs/support/facts.ts';
import { speakerOf, stopWell } from '#tests/proofs/support/workers.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, sql, submitted } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function freezeAndContinue(text: string): Promise<void> {
  const { db, url } = database;
  const frozen = startWorkerProcess(url);
  const { job_id, prompt_id } = await submitted(db, { text });
  expect(await speakerOf(db, job_id)).toBe(frozen.pid);
  frozen.kill('SIGSTOP');
  const other = startWorkerProcess(url);
  await reached(db, job_id, 'succeeded');
  await stopWell(other);
  const before = await pictureOf(db);
  frozen.kill('SIGCONT');
  // It has noticed: it lives on under a new id, and the old one is given back.
  await eventually(async () => {
    const ids = await sql(db, `select id from worker where pid = $1`, [frozen.pid]);
    if (ids.length < 2) throw new Error('the continued worker has not registered again');
  });
  // Ending gracefully it writes whatever it still wants to write; after its exit nothing can come any more.
  await stopWell(frozen);
  expect(await pictureOf(db)).toEqual(before);
  expect(await answersOf(db, prompt_id)).toHaveLength(1);
  expect((await attemptsOf(db, job_id)).map(({ outcome }) => outcome)).toEqual(['lost', 'succeeded']);
  expect(await doubledThings(db)).toEqual([]);
}

describe('a worker stopped past its lease and then continued', () => {
  it('changes nothing, though its whole answer is due the moment it continues', async () => {
    await freezeAndContinue('@demo delay=0 rate=20 tokens=60\nWho finishes first?');
  }, 60_000);

  it('changes nothing, though its model hears no abort and speaks on to the end', async () => {
    await freezeAndContinue('@demo delay=0 rate=20 tokens=60 deaf\nWho finishes last?');
  }, 60_000);

  it('goes on working for others', async () => {
    const { db, url } = database;
    const frozen = startWorkerProcess(url);
    const first = await submitted(db, { text: '@demo delay=0 rate=20 tokens=60\nFirst' });
    await speakerOf(db, first.job_id);
    frozen.kill('SIGSTOP');
    await eventually(async () => (await sql(db, 'select 1 from worker where lease_until > db_now()')).length === 0);
    frozen.kill('SIGCONT');
    const second = await submitted(db, { text: '@demo delay=0 rate=0\nSecond' });
    await reached(db, second.job_id, 'succeeded');
    await reached(db, first.job_id, 'succeeded');
    expect(await doubledThings(db)).toEqual([]);
    await stopWell(frozen);
  }, 60_000);
});
