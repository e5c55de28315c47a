// Whoever waits for an answer is told the moment it is there, and waiting changes nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POST as submit } from '#app/api/prompts/route.ts';
import { settledAnswer } from '#lib/domain/prompts/settled.ts';
import { submitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { closeFeed } from '#lib/feed/feed.ts';
import { untilSettled } from '#lib/feed/until-settled.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { call, refused } from '#tests/app/call.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import {
  aWorker,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  stranger,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';
import { hubsOn } from './a-hub.ts';

const database = testDatabase();
const aHub = hubsOn(database);
beforeEach(() => emptyTables(database.db));

async function answer(content = 'Elbe'): Promise<void> {
  const workerId = await aWorker(database.db);
  await settleJobs(database.db, workerId, [success(await claimOne(database.db, workerId), content)]);
}

describe('a caller that waits', () => {
  // The poll that makes up for lost notes is out of the way: only the note can wake.
  const slowly = { pollMs: 60_000 };

  it('is told the answer when it is there, woken by the note and not by a poll', async () => {
    const { db } = database;
    const ids = await submitted(db);
    const waiting = untilSettled(aHub(slowly), db, viewer, ids, { waitMs: 20_000 });
    await answer('The Elbe');
    expect(await waiting).toMatchObject({
      job_id: ids.job_id,
      state: 'succeeded',
      response: { text: 'The Elbe', model: 'demo' },
      usage: { tokens_in: 3, tokens_out: 5 },
    });
  });

  it('is told at once of what has already ended', async () => {
    const { db } = database;
    const ids = await submitted(db);
    await answer();
    expect((await untilSettled(aHub(slowly), db, viewer, ids, { waitMs: 20_000 }))?.state).toBe('succeeded');
  });

  it('is told of a cancel, a failure and a newer run alike', async () => {
    const { db } = database;
    const hub = aHub(slowly);
    const cancelled = await submitted(db);
    const stopped = untilSettled(hub, db, viewer, cancelled, { waitMs: 20_000 });
    await cancelJob(db, viewer, cancelled.job_id);
    expect(await stopped).toMatchObject({ state: 'cancelled', response: null, error_kind: 'cancelled' });

    await retryJob(db, viewer, cancelled.job_id, {});
    expect(await untilSettled(hub, db, viewer, cancelled, { waitMs: 20_000 })).toMatchObject({ state: 'superseded' });
    await cancelJob(db, viewer, String((await jobRow(db, cancelled.job_id)).superseded_by));

    const doomed = await submitted(db);
    const failing = untilSettled(hub, db, viewer, doomed, { waitMs: 20_000 });
    const workerId = await aWorker(db);
    const { id, claim, attempt } = await claimOne(db, workerId);
    const failed = { type: 'failed', kind: 'auth', message: 'No key.', output: 'El' } as const;
    await settleJobs(db, workerId, [{ jobId: id, claim, attempt, ...failed }]);
    expect(await failing).toMatchObject({ state: 'failed', error_kind: 'auth', partial: 'El', response: null });
  });

  it('gives up when the time is over, when the caller has gone, and when the server stops; the job goes on', async () => {
    const { db } = database;
    const ids = await submitted(db);
    const hub = aHub(slowly);
    expect(await untilSettled(hub, db, viewer, ids, { waitMs: 30 })).toBeNull();
    let hangUp = (): void => undefined;
    let isListening = false;
    const onGone = (act: () => void) => {
      isListening = true;
      hangUp = act;
      return () => {
        isListening = false;
      };
    };
    const gone = untilSettled(hub, db, viewer, ids, { waitMs: 20_000, onGone });
    hangUp();
    expect(await gone).toBeNull();
    expect(isListening).toBe(false);
    const stopped = untilSettled(hub, db, viewer, ids, { waitMs: 20_000 });
    await hub.close();
    expect(await stopped).toBeNull();
    expect((await jobRow(db, ids.job_id)).state).toBe('queued');
  });

  it('is never told of somebody else’s', async () => {
    const { db } = database;
    const ids = await submitted(db, {}, stranger);
    await answer();
    expect(await untilSettled(aHub(slowly), db, viewer, ids, { waitMs: 30 })).toBeNull();
  });

  it('is one of a hundred that share one look, and all are told', async () => {
    const { db } = database;
    const ids = await submitted(db);
    const hub = aHub(slowly);
    const all = Array.from({ length: 100 }, () => untilSettled(hub, db, viewer, ids, { waitMs: 20_000 }));
    await answer();
    expect((await Promise.all(all)).every((settled) => settled?.state === 'succeeded')).toBe(true);
  });
});

describe('POST /api/prompts?wait', () => {
  afterEach(() => closeFeed());
  const send = (wait: string, body: object = { text: 'Name three rivers' }) =>
    call(database.db, submit, { path: `/api/prompts?wait=${wait}`, body });

  it('is 202 when the time is over and 200 with the answer when it is there; refusals are as ever', async () => {
    const { db } = database;
    expect((await refused(await send('61'))).fields).toEqual(['wait']);
    expect((await refused(await send('x'))).fields).toEqual(['wait']);
    expect((await refused(await send('5', { text: '' }))).fields).toEqual(['text']);
    expect(await countOf(db, 'job')).toBe(0);
    const late = await send('1');
    expect(late.status).toBe(202);
    await cancelJob(db, viewer, parse(submitAnswer, await late.json()).job_id);
    const sent = send('30');
    await eventually(async () => expect(await countOf(db, 'job')).toBe(2));
    await answer('The Oder');
    const response = await sent;
    expect(response.status).toBe(200);
    expect(parse(settledAnswer, await response.json()).response?.text).toBe('The Oder');
  });
});
