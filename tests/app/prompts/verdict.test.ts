// What a person makes of an answer is kept, told to every tab, and never lost to a retry.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as retry } from '#app/api/jobs/[id]/retry/route.ts';
import { POST as demote } from '#app/api/prompts/[id]/demote/route.ts';
import { POST as promote } from '#app/api/prompts/[id]/promote/route.ts';
import { POST as giveVerdict, GET as readVerdicts } from '#app/api/responses/[id]/verdict/route.ts';
import type { Route } from '#app/door/exchange.ts';
import { classAnswer, verdictAnswer } from '#lib/domain/prompts/verdict.ts';
import * as shape from '#lib/domain/wire/shape.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { readDrops } from '#lib/store/field.ts';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claimOne,
  countOf,
  emptyTables,
  sql,
  stranger,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const post = (route: Route, id: string, body: object = {}) => call(database.db, route, { params: { id }, body });
async function stepped(route: Route, id: string, body: object = {}) {
  return shape.parse(classAnswer, await (await post(route, id, body)).json());
}

async function turnOf(promptId: string) {
  const thread = await readThread(database.db, viewer, promptId);
  const turn = thread?.path.find(({ row }) => row.prompt_id === promptId);
  if (turn === undefined) throw new Error('no such turn');
  return turn;
}

async function responseOf(promptId: string): Promise<string> {
  const id = (await turnOf(promptId)).row.response_id;
  if (id === null) throw new Error('not answered');
  return id;
}

/** The same prompt again, and answered. */
async function answeredAgain(jobId: string, content: string): Promise<void> {
  const { db } = database;
  expect((await post(retry, jobId, { confirm: true })).status).toBe(202);
  const workerId = await aWorker(db);
  await settleJobs(db, workerId, [success(await claimOne(db, workerId), content)]);
}

describe('an answer', () => {
  it('goes from draft to working to canonical and back, each step audited and told', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db);
    const [before] = await readDrops(db, viewer, [prompt_id]);
    expect(await stepped(promote, prompt_id)).toMatchObject({
      before: 'draft',
      state_class: 'working',
      already: false,
    });
    expect(await stepped(promote, prompt_id)).toMatchObject({ before: 'working', state_class: 'canonical' });
    expect(await stepped(promote, prompt_id)).toMatchObject({ state_class: 'canonical', already: true });
    expect((await turnOf(prompt_id)).state_class).toBe('canonical');
    expect(await stepped(demote, prompt_id, { to: 'draft' })).toMatchObject({ state_class: 'draft' });
    const [after] = await readDrops(db, viewer, [prompt_id]);
    expect((after?.version ?? 0) - (before?.version ?? 0)).toBe(3);
    expect(
      await sql(
        db,
        `select action, before, after from audit where subject_kind = 'response' and action <> 'respond' order by id`,
      ),
    ).toEqual([
      { action: 'promote', before: { state_class: 'draft' }, after: { state_class: 'working' } },
      { action: 'promote', before: { state_class: 'working' }, after: { state_class: 'canonical' } },
      { action: 'demote', before: { state_class: 'canonical' }, after: { state_class: 'draft' } },
    ]);
  });

  it('promoted twice to the same class is promoted once', async () => {
    const { prompt_id } = await answered(database.db);
    const both = await Promise.all([
      stepped(promote, prompt_id, { to: 'working' }),
      stepped(promote, prompt_id, { to: 'working' }),
    ]);
    expect(both.map(({ already }) => already).sort()).toEqual([false, true]);
  });

  it('that isn’t there yet cannot be promoted, and somebody else’s isn’t found', async () => {
    const waiting = await submitted(database.db);
    expect((await refused(await post(promote, waiting.prompt_id))).problem.type).toBe(
      'urn:asterion:problem:not_settled',
    );
    const theirs = await submitted(database.db, {}, stranger);
    expect((await refused(await post(promote, theirs.prompt_id))).status).toBe(404);
    expect((await refused(await post(demote, randomUUID()))).status).toBe(404);
    expect((await refused(await post(promote, waiting.prompt_id, { to: 'holy' }))).fields).toEqual(['to']);
  });

  it('that was promoted is not retried without confirm, and stays readable after it', async () => {
    const { db } = database;
    const { prompt_id, job_id } = await answered(db, {}, 'The first');
    await stepped(promote, prompt_id);
    const answer = await refused(await post(retry, job_id));
    expect([answer.status, answer.problem.type, answer.fields]).toEqual([
      409,
      'urn:asterion:problem:promoted',
      ['confirm'],
    ]);
    expect(await countOf(db, 'job')).toBe(1);
    await answeredAgain(job_id, 'The second');
    const turn = await turnOf(prompt_id);
    expect([turn.answer, turn.state_class, turn.verdict]).toEqual(['The second', 'draft', null]);
    expect(turn.attempts.map(({ response }) => response)).toEqual(['The second', 'The first']);
  });

  it('takes the place of an earlier promoted one only with confirm', async () => {
    const { db } = database;
    const { prompt_id, job_id } = await answered(db, {}, 'The first');
    const first = await responseOf(prompt_id);
    await stepped(promote, prompt_id);
    await answeredAgain(job_id, 'The second');
    expect((await refused(await post(promote, prompt_id))).fields).toEqual(['confirm']);
    expect(await stepped(promote, prompt_id, { confirm: true })).toMatchObject({ state_class: 'working' });
    expect(await sql(db, 'select state_class from entity where id = $1', [first])).toEqual([{ state_class: 'draft' }]);
  });
});

describe('a verdict', () => {
  it('is kept with its note; the latest counts, and other tabs hear of it', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db);
    const id = await responseOf(prompt_id);
    const events = await countOf(db, 'event');
    await post(giveVerdict, id, { verdict: 'needs_work', note: ' Too short. ' });
    const answer = shape.parse(verdictAnswer, await (await post(giveVerdict, id, { verdict: 'accept' })).json());
    expect(answer.latest).toMatchObject({ verdict: 'accept', note: '' });
    expect(answer.history.map(({ verdict, note }) => [verdict, note])).toEqual([
      ['accept', ''],
      ['needs_work', 'Too short.'],
    ]);
    expect((await turnOf(prompt_id)).verdict).toEqual(answer.latest);
    expect(await countOf(db, 'event')).toBe(events + 2);
    const read = await call(db, readVerdicts, { params: { id } });
    expect(shape.parse(verdictAnswer, await read.json())).toEqual(answer);
  });

  it('with a note that came later is one entry of the history, not two', async () => {
    const { prompt_id } = await answered(database.db);
    const id = await responseOf(prompt_id);
    const give = async (body: object) =>
      shape
        .parse(verdictAnswer, await (await post(giveVerdict, id, body)).json())
        .history.map(({ verdict, note }) => [verdict, note]);
    await give({ verdict: 'accept' });
    await give({ verdict: 'reject' });
    expect(await give({ verdict: 'reject', note: 'Too long' })).toEqual([
      ['reject', 'Too long'],
      ['accept', ''],
    ]);
    expect(await give({ verdict: 'reject', note: 'Far too long' })).toEqual([
      ['reject', 'Far too long'],
      ['reject', 'Too long'],
      ['accept', ''],
    ]);
  });

  it('belongs to one answer: the next one has none', async () => {
    const { prompt_id, job_id } = await answered(database.db);
    const first = await responseOf(prompt_id);
    await post(giveVerdict, first, { verdict: 'reject' });
    await answeredAgain(job_id, 'Better');
    const turn = await turnOf(prompt_id);
    expect(turn.verdict).toBeNull();
    expect(turn.attempts.map(({ response_id }) => response_id)).toEqual([await responseOf(prompt_id), first]);
  });

  it('is refused for a prompt, for somebody else’s answer, and for a word nobody knows', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db);
    expect((await refused(await post(giveVerdict, prompt_id, { verdict: 'accept' }))).problem.type).toBe(
      'urn:asterion:problem:not_settled',
    );
    const id = await responseOf(prompt_id);
    expect((await refused(await post(giveVerdict, id, { verdict: 'fine' }))).fields).toEqual(['verdict']);
    expect((await refused(await post(giveVerdict, id, { verdict: 'accept', note: 'x'.repeat(2_001) }))).fields).toEqual(
      ['note'],
    );
    await sql(db, 'update entity set org_id = 2');
    expect((await refused(await post(giveVerdict, id, { verdict: 'accept' }))).status).toBe(404);
    expect(await countOf(db, 'verdict')).toBe(0);
  });

  it('can still be given when the job was archived', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db);
    const id = await responseOf(prompt_id);
    await archiveJobs(db, '2999-01-01T00:00:00Z');
    expect((await post(giveVerdict, id, { verdict: 'accept' })).status).toBe(200);
    expect(await stepped(promote, prompt_id)).toMatchObject({ state_class: 'working' });
  });
});
