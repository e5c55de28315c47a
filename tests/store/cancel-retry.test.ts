// Stop stops; retry makes a new job that supersedes; both are harmless when asked twice.
import { beforeEach, describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { appendOutput } from '#lib/store/output.ts';
import { readConversation } from '#lib/store/prompts/conversation.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claim,
  claimOne,
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
beforeEach(() => emptyTables(database.db));

async function failed(text = 'Name a river') {
  const { db } = database;
  const answer = await submitted(db, { text });
  const workerId = await aWorker(db);
  const job = (await claim(db, workerId)).find(({ id }) => id === answer.job_id);
  if (job === undefined) throw new Error('not claimable');
  await settleJobs(db, workerId, [
    {
      jobId: job.id,
      claim: job.claim,
      attempt: job.attempt,
      type: 'failed',
      kind: 'auth',
      message: 'No key',
      output: 'broken',
    },
  ]);
  return answer;
}

describe('a cancel', () => {
  it('of a queued job ends it at once; nobody can claim it', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    expect(await cancelJob(db, viewer, job_id)).toEqual({ ok: true, already: false, wasRunning: false });
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled', error_kind: 'cancelled' });
    expect(await claim(db, await aWorker(db))).toEqual([]);
  });

  it('of a running job ends it at once, keeps the text it had, and drops the late result', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { job_id } = await submitted(db);
    const job = await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId: job_id, claim: 1, startsAt: 0, content: 'Elbe, ' }]);
    expect(await cancelJob(db, viewer, job_id)).toEqual({ ok: true, already: false, wasRunning: true });
    expect(await settleJobs(db, workerId, [success(job)])).toEqual(new Set());
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled', response_id: null });
    expect(await sql(db, 'select outcome, output from job_attempt where job_id = $1', [job_id])).toEqual([
      { outcome: 'cancelled', output: 'Elbe, ' },
    ]);
    expect(await sql(db, `select 1 from entity where kind = 'response'`)).toEqual([]);
    expect(await appendOutput(db, workerId, [{ jobId: job_id, claim: 1, startsAt: 6, content: 'Oder' }])).toEqual([
      job_id,
    ]);
  });

  it('twice is one cancel; of an ended job it is refused; of a stranger’s job it is unknown', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    await Promise.all([cancelJob(db, viewer, job_id), cancelJob(db, viewer, job_id)]);
    expect(await cancelJob(db, viewer, job_id)).toMatchObject({ ok: true, already: true });
    expect(await countOf(db, `audit where action = 'cancel'`)).toBe(1);
    const done = await answered(db);
    expect(await cancelJob(db, viewer, done.job_id)).toEqual({ ok: false, code: 'already_ended', state: 'succeeded' });
    expect(await cancelJob(db, stranger, done.job_id)).toEqual({ ok: false, code: 'unknown_job' });
  });

  it('racing with a success has one winner, and the tables agree with it', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    for (let round = 0; round < 30; round += 1) {
      const { job_id } = await submitted(db);
      const job = await claimOne(db, workerId);
      const [won, cancelled] = await Promise.all([
        settleJobs(db, workerId, [success(job)]),
        cancelJob(db, viewer, job_id),
      ]);
      const { state, response_id } = await jobRow(db, job_id);
      expect(state).toBe(won.has(job_id) ? 'succeeded' : 'cancelled');
      expect(cancelled.ok).toBe(!won.has(job_id));
      expect(response_id === null).toBe(!won.has(job_id));
    }
  });
});

describe('a retry', () => {
  it('makes a new job, attempt 1, on the same prompt; the old one keeps its past', async () => {
    const { db } = database;
    const old = await failed();
    const before = await jobRow(db, old.job_id);
    const outcome = await retryJob(db, viewer, old.job_id, { options: { model: 'demo' } });
    if (!outcome.ok) throw new Error(outcome.code);
    expect(outcome.answer).toMatchObject({ prompt_id: old.prompt_id, state: 'queued' });
    expect(await jobRow(db, outcome.answer.job_id)).toMatchObject({
      supersedes: old.job_id,
      attempt: 1,
      state: 'queued',
      options: { model: 'demo' },
    });
    const after = await jobRow(db, old.job_id);
    expect(after).toMatchObject({
      state: 'superseded',
      superseded_from: 'failed',
      superseded_by: outcome.answer.job_id,
    });
    expect(after).toMatchObject({
      error_kind: before.error_kind,
      finished_at: before.finished_at,
      attempt: before.attempt,
      created_at: before.created_at,
    });
    expect(Number((await jobRow(db, outcome.answer.job_id)).version)).toBeGreaterThan(Number(after.version));
  });

  it('by a double click is one retry', async () => {
    const { db } = database;
    const old = await failed();
    const clicks = await Promise.all(Array.from({ length: 5 }, () => retryJob(db, viewer, old.job_id, {})));
    expect(new Set(clicks.map((click) => (click.ok ? click.answer.job_id : click.code))).size).toBe(1);
    expect(await countOf(db, 'job')).toBe(2);
  });

  it('of a live job is refused, of a stranger’s unknown', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    expect(await retryJob(db, viewer, job_id, {})).toEqual({ ok: false, code: 'still_live' });
    expect(await retryJob(db, stranger, job_id, {})).toEqual({ ok: false, code: 'unknown_job' });
  });

  it('of an answered prompt makes its next answer unread; the old one stays', async () => {
    const { db } = database;
    const old = await answered(db, {}, 'Elbe');
    await sql(db, 'update entity set seen_at = db_now() where id = $1', [old.prompt_id]);
    const outcome = await retryJob(db, viewer, old.job_id, {});
    if (!outcome.ok) throw new Error(outcome.code);
    expect(await sql(db, 'select seen_at from entity where id = $1', [old.prompt_id])).toEqual([{ seen_at: null }]);
    const workerId = await aWorker(db);
    await settleJobs(db, workerId, [success(await claimOne(db, workerId), 'Rhine')]);
    expect(await sql(db, `select content from entity where kind = 'response' order by created_at`)).toEqual([
      { content: 'Elbe' },
      { content: 'Rhine' },
    ]);
  });

  it('with an edited text makes a sibling and leaves the old prompt as it is', async () => {
    const { db } = database;
    const root = await answered(db);
    const child = await submitted(db, { text: 'And laks?', parent_id: root.prompt_id });
    const outcome = await retryJob(db, viewer, child.job_id, { text: 'And lakes?' });
    if (!outcome.ok) throw new Error(outcome.code);
    expect(outcome.answer.prompt_id).not.toBe(child.prompt_id);
    expect(await sql(db, 'select parent_id, content from entity where id = $1', [outcome.answer.prompt_id])).toEqual([
      { parent_id: root.prompt_id, content: 'And lakes?' },
    ]);
    expect(await jobRow(db, child.job_id)).toMatchObject({ state: 'queued' });
  });

  it('of a prompt cancelled because its parent failed waits for the parent’s retry and then continues its answer', async () => {
    const { db } = database;
    const parent = await failed();
    const child = await submitted(db, { text: 'And lakes?', parent_id: parent.prompt_id });
    await cancelJob(db, viewer, child.job_id);
    const parentAgain = await retryJob(db, viewer, parent.job_id, {});
    const childAgain = await retryJob(db, viewer, child.job_id, {});
    if (!parentAgain.ok || !childAgain.ok) throw new Error('refused');
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    expect(job.id).toBe(parentAgain.answer.job_id);
    await settleJobs(db, workerId, [success(job, 'Rhine')]);
    expect((await claimOne(db, workerId)).id).toBe(childAgain.answer.job_id);
    expect(await readConversation(db, childAgain.answer.job_id)).toMatchObject({
      text: 'And lakes?',
      history: [
        { role: 'user', content: 'Name a river' },
        { role: 'assistant', content: 'Rhine' },
      ],
    });
  });
});

describe('what a model is told', () => {
  it('never holds a prompt twice nor a failed answer', async () => {
    const { db } = database;
    const old = await failed();
    const outcome = await retryJob(db, viewer, old.job_id, {});
    if (!outcome.ok) throw new Error(outcome.code);
    expect(await readConversation(db, outcome.answer.job_id)).toEqual({
      promptId: old.prompt_id,
      text: 'Name a river',
      history: [],
    });
    const workerId = await aWorker(db);
    await settleJobs(db, workerId, [success(await claimOne(db, workerId), 'Rhine')]);
    const child = await submitted(db, { text: 'And lakes?', parent_id: old.prompt_id });
    expect((await readConversation(db, child.job_id))?.history).toEqual([
      { role: 'user', content: 'Name a river' },
      { role: 'assistant', content: 'Rhine' },
    ]);
  });

  it('is the answer that was continued, even after the parent was retried', async () => {
    const { db } = database;
    const parent = await answered(db, {}, 'Elbe');
    const child = await submitted(db, { text: 'And lakes?', parent_id: parent.prompt_id });
    await retryJob(db, viewer, parent.job_id, {});
    expect((await readConversation(db, child.job_id))?.history.at(-1)).toEqual({ role: 'assistant', content: 'Elbe' });
  });

  it('includes a stopped answer as far as it came, when that was continued', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const parent = await submitted(db);
    await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId: parent.job_id, claim: 1, startsAt: 0, content: 'Elbe, ' }]);
    await cancelJob(db, viewer, parent.job_id);
    const child = await submitted(db, { text: 'Go on', parent_id: parent.prompt_id });
    expect((await readConversation(db, child.job_id))?.history.at(-1)).toEqual({
      role: 'assistant',
      content: 'Elbe, ',
    });
    expect((await claimOne(db, workerId)).id).toBe(child.job_id);
  });
});
