// The database refuses a result: the ladder from the batch to the single outcome, to a failure, to giving the lease up.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConversation } from '#lib/store/prompts/conversation.ts';
import { answersOf, attemptsOf, reached } from '#tests/proofs/support/facts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, modelCall, sql, submitted } from '#tests/support/jobs.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { endWorkers, startWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeAll(async () => {
  const { db } = database;
  // What no store function writes by itself, so that only a test's word can set it off.
  await sql(
    db,
    `alter table entity add constraint entity_not_poison check (kind <> 'response' or content <> 'poison')`,
  );
  await sql(
    db,
    `alter table job_attempt add constraint attempt_may_fail check (error_message <> 'The answer could not be stored.')`,
  );
});
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

/** Answers with the prompt itself; `poison once` with what cannot be stored, at the first attempt only. */
const echo: Handler = async ({ db, job }) => {
  const text = (await readConversation(db, job.id))?.text ?? '';
  const isRefused = text === 'poison' || (text === 'poison once' && job.attempt === 1);
  return { content: isRefused ? 'poison' : `said ${text}`, model: 'test/test', ledger: modelCall };
};

/** From now on a failure that says the answer could not be stored is accepted. */
function allowFailing(): Promise<unknown> {
  return sql(database.db, 'alter table job_attempt drop constraint if exists attempt_may_fail');
}

describe('a result that the database refuses', () => {
  it('and whose failure it refuses too costs the worker its lease: the job is taken back and runs again', async () => {
    const { db, url } = database;
    const { job_id, prompt_id } = await submitted(db, { text: 'poison once' });
    startWorker(url, echo);
    await reached(db, job_id, 'succeeded');
    expect(await attemptsOf(db, job_id)).toEqual([
      { claim: 1, attempt: 1, outcome: 'lost', error_kind: 'worker_crash' },
      { claim: 2, attempt: 2, outcome: 'succeeded', error_kind: null },
    ]);
    expect(await answersOf(db, prompt_id)).toEqual(['said poison once']);
    // The given-up identity is over; the worker goes on under a new one.
    expect(await sql(db, 'select state from worker order by started_at')).toEqual([
      { state: 'stopped' },
      { state: 'active' },
    ]);
  });

  it('fails alone, with a sentence, and takes none of its batch with it', async () => {
    const { db, url } = database;
    await allowFailing();
    const good = [await submitted(db, { text: 'one' }), await submitted(db, { text: 'two' })];
    const bad = await submitted(db, { text: 'poison' });
    const late = await submitted(db, { text: 'three' });
    startWorker(url, echo);
    for (const { job_id, prompt_id } of [...good, late]) {
      await reached(db, job_id, 'succeeded');
      expect(await answersOf(db, prompt_id)).toHaveLength(1);
    }
    await reached(db, bad.job_id, 'failed');
    expect(await jobRow(db, bad.job_id)).toMatchObject({
      error_kind: 'unknown',
      error_message: 'The answer could not be stored.',
      worker_claim: null,
      attempt: 1,
    });
    expect(await answersOf(db, bad.prompt_id)).toEqual([]);
    expect(await sql(db, 'select distinct attempt, claim from job')).toEqual([{ attempt: 1, claim: 1 }]);
    expect(await sql(db, 'select state from worker')).toEqual([{ state: 'active' }]);
  });
});
