// A stop that stops: queued jobs never run, running ones end at once and their provider is left alone.
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { answersOf, attemptsOf, reached } from '#tests/proofs/support/facts.ts';
import { speakerOf, stopWell } from '#tests/proofs/support/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, sql, submitted, viewer } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';
import { chatDialect } from '#tests/worker/providers/dialects.ts';
import { begun, startModelServer } from '#tests/worker/providers/model-server.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('stopping a queued job', () => {
  it('takes effect at once and no worker ever claims it', async () => {
    const { db, url } = database;
    const worker = startWorkerProcess(url, { ASTERION_WORKER_CONCURRENCY: '1' });
    const running = await submitted(db, { text: '@demo delay=0 rate=20 tokens=20\nFirst in line' });
    await speakerOf(db, running.job_id);
    const waiting = await submitted(db, { text: '@demo delay=0 rate=0\nSecond in line' });
    expect(await cancelJob(db, viewer, waiting.job_id)).toMatchObject({ ok: true, already: false, wasRunning: false });
    expect(await jobRow(db, waiting.job_id)).toMatchObject({ state: 'cancelled', claim: 0, error_kind: 'cancelled' });
    const behind = await submitted(db, { text: '@demo delay=0 rate=0\nThird in line' });
    await reached(db, behind.job_id, 'succeeded');
    expect(await attemptsOf(db, waiting.job_id)).toEqual([]);
    expect((await jobRow(db, waiting.job_id)).state).toBe('cancelled');
    await stopWell(worker);
  }, 60_000);
});

describe('stopping a running job', () => {
  it('aborts the call at the provider, keeps what was said, and frees the slot', async () => {
    const { db, url } = database;
    const model = await startModelServer(chatDialect);
    // Speaks, then holds the line open for ever: only an abort of the request ends it.
    model.behave(begun(['Half ', 'an answer'], () => undefined));
    const worker = startWorkerProcess(url, {
      ASTERION_WORKER_CONCURRENCY: '1',
      OPENAI_BASE_URL: `${model.url}/v1`,
    });
    const { job_id, prompt_id } = await submitted(db, { text: 'Tell me', options: { model: 'openai/m' } });
    await speakerOf(db, job_id);
    const call = model.requests.find(({ path }) => chatDialect.path.test(path));
    expect(await cancelJob(db, viewer, job_id)).toMatchObject({ ok: true, already: false, wasRunning: true });
    expect((await jobRow(db, job_id)).state).toBe('cancelled');
    // True: the connection went away before the answer's end.
    expect(await call?.closed).toBe(true);
    expect(await sql(db, 'select outcome, error_kind, output from job_attempt where job_id = $1', [job_id])).toEqual([
      { outcome: 'cancelled', error_kind: 'cancelled', output: 'Half an answer' },
    ]);
    const next = await submitted(db, { text: '@demo delay=0 rate=0\nThe slot is free', options: { model: 'demo' } });
    await reached(db, next.job_id, 'succeeded');
    expect(await answersOf(db, prompt_id)).toEqual([]);
    expect((await jobRow(db, job_id)).state).toBe('cancelled');
    expect(model.requests.filter(({ path }) => chatDialect.path.test(path))).toHaveLength(1);
    await stopWell(worker);
    await model.close();
  }, 60_000);

  it('stands even when the model hears no abort and answers to the end', async () => {
    const { db, url } = database;
    const worker = startWorkerProcess(url, { ASTERION_WORKER_CONCURRENCY: '1' });
    const { job_id, prompt_id } = await submitted(db, { text: '@demo delay=0 rate=20 tokens=40 deaf\nTalk on' });
    await speakerOf(db, job_id);
    await cancelJob(db, viewer, job_id);
    expect(await cancelJob(db, viewer, job_id)).toMatchObject({ ok: true, already: true });
    const stopped = await jobRow(db, job_id);
    // One slot: that the next one runs means that the deaf one is done with.
    const next = await submitted(db, { text: '@demo delay=0 rate=0\nNext' });
    await reached(db, next.job_id, 'succeeded');
    await stopWell(worker);
    expect(await jobRow(db, job_id)).toEqual(stopped);
    expect(await answersOf(db, prompt_id)).toEqual([]);
  }, 60_000);
});
