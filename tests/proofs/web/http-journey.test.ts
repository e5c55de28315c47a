// The life of a prompt over HTTP alone: stopped while queued and while running, failed, retried, edited.
import { beforeAll, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, reached } from '#tests/proofs/support/facts.ts';
import { ask } from '#tests/proofs/support/http.ts';
import { speakerOf, startWorkers } from '#tests/proofs/support/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { jobRow, sql } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();
let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess(database.url);
  await startWorkers(database.db, database.url, 1, { ASTERION_WORKER_CONCURRENCY: '1' });
});

async function submit(text: string, more: object = {}): Promise<{ prompt_id: string; job_id: string }> {
  const { status, body } = await ask(web.origin, '/api/prompts', { text, ...more });
  expect(status).toBe(202);
  return { prompt_id: String(body.prompt_id), job_id: String(body.job_id) };
}

describe('a retry of an orphan', () => {
  it('is a new job on the same prompt that supersedes the old one; a double click is one retry', async () => {
    const { db } = database;
    const { job_id, prompt_id } = await submit('@demo fail=400 delay=0\nRefused the first time');
    await reached(db, job_id, 'failed');
    const before = await jobRow(db, job_id);
    // The model is mended: the same prompt now gets an answer.
    await sql(db, `update entity set content = '@demo delay=0 rate=0 reply="mended"' where id = $1`, [prompt_id]);
    const clicks = await Promise.all([1, 2].map(() => ask(web.origin, `/api/jobs/${job_id}/retry`, {})));
    const accepted = clicks.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    for (const { status } of clicks) expect([202, 409]).toContain(status);
    const made = new Set(accepted.map(({ body }) => String(body.job_id)));
    expect(made.size).toBe(1);
    const [retried = ''] = made;
    expect(retried).not.toBe(job_id);
    expect(await reached(db, retried, 'succeeded')).toMatchObject({ prompt_id, supersedes: job_id, attempt: 1 });
    const after = await jobRow(db, job_id);
    expect(after).toMatchObject({ state: 'superseded', superseded_from: 'failed', superseded_by: retried });
    for (const kept of ['finished_at', 'error_kind', 'error_message', 'attempt', 'claim', 'created_at'])
      expect(after[kept]).toEqual(before[kept]);
    expect(await sql(db, 'select count(*) as jobs from job where prompt_id = $1', [prompt_id])).toEqual([{ jobs: 2 }]);
    expect(await answersOf(db, prompt_id)).toEqual(['mended']);
    const thread = await ask(web.origin, `/api/threads/${prompt_id}`);
    const [turn] = thread.body.path as { answer: string; attempts: { job_id: string }[] }[];
    expect(turn?.answer).toBe('mended');
    expect(turn?.attempts.map((attempt) => attempt.job_id)).toEqual([retried, job_id]);
  }, 60_000);

  it('is refused while the job is live, and of one that was replaced', async () => {
    const { db } = database;
    const running = await submit('@demo hang\nBusy');
    await reached(db, running.job_id, 'running');
    expect((await ask(web.origin, `/api/jobs/${running.job_id}/retry`, {})).status).toBe(409);
    expect((await ask(web.origin, `/api/jobs/${running.job_id}/cancel`, {})).status).toBe(200);
  }, 60_000);

  it('with an edited text makes a sibling and leaves the orphan as it is', async () => {
    const { db } = database;
    const { job_id, prompt_id } = await submit('@demo fail=400 delay=0\nWrong words');
    await reached(db, job_id, 'failed');
    const { status, body } = await ask(web.origin, `/api/jobs/${job_id}/retry`, {
      text: '@demo delay=0 rate=0\nRight words',
    });
    expect(status).toBe(202);
    expect(body.prompt_id).not.toBe(prompt_id);
    await reached(db, String(body.job_id), 'succeeded');
    expect((await jobRow(db, job_id)).state).toBe('failed');
  }, 60_000);
});

describe('a stop over HTTP', () => {
  it('ends a running job at once with its text kept, and a queued one before it ever ran', async () => {
    const { db } = database;
    const running = await submit('@demo delay=0 rate=20 tokens=400\nSpeak at length');
    await speakerOf(db, running.job_id);
    const queued = await submit('@demo delay=0 rate=0\nNever to be run');
    for (const { job_id } of [queued, running]) {
      const { status, body } = await ask(web.origin, `/api/jobs/${job_id}/cancel`, {});
      expect([status, body.state, body.already]).toEqual([200, 'cancelled', false]);
      expect((await ask(web.origin, `/api/jobs/${job_id}/cancel`, {})).body.already).toBe(true);
    }
    expect(await attemptsOf(db, queued.job_id)).toEqual([]);
    const thread = await ask(web.origin, `/api/threads/${running.prompt_id}`);
    const [turn] = thread.body.path as { answer: string | null; partial: { text: string } | null }[];
    expect(turn?.answer).toBeNull();
    expect(turn?.partial?.text.length).toBeGreaterThan(0);
    // It can be continued all the same, and the model hears the prompt but not a failed answer.
    const next = await submit('@demo delay=0 rate=0\nGo on from there', { parent_id: running.prompt_id });
    await reached(db, next.job_id, 'succeeded');
    expect(await answersOf(db, running.prompt_id)).toEqual([]);
  }, 60_000);
});
