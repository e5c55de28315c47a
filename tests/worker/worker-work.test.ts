// How a worker's work ends: once, with retries where they help, and at once when it is cancelled.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { readConversation } from '#lib/store/prompts/conversation.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { emptyTables, jobRow, modelCall, sql, submitted, viewer } from '#tests/support/jobs.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { ProviderError } from '#worker/providers/contract.ts';
import { deferred, endWorkers, startWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

const result = (content: string) => ({ content, model: 'test/test', ledger: modelCall });
const stateOf = async (jobId: string) => (await jobRow(database.db, jobId)).state;

describe('a worker', () => {
  it('starts a submitted job without waiting for its poll', async () => {
    const { db } = database;
    const worker = startWorker(db.directUrl, async () => result('at once'));
    await eventually(async () => (await sql(db, 'select 1 from worker')).length === 1);
    await submitted(db);
    await eventually(async () => (await sql(db, `select 1 from job where state = 'succeeded'`)).length === 1);
    const from = performance.now();
    const { job_id } = await submitted(db);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    expect(performance.now() - from).toBeLessThan(1_000);
    await worker.stop();
  });

  it('shares the work with another so that each job is run exactly once', async () => {
    const { db } = database;
    const jobs = await Promise.all(Array.from({ length: 300 }, () => submitted(db)));
    const ran: string[] = [];
    const handler: Handler = async ({ job }) => {
      ran.push(job.id);
      return result('once');
    };
    const workers = [startWorker(db.directUrl, handler), startWorker(db.directUrl, handler)];
    await eventually(async () => {
      const [row] = await sql<{ count: number }>(db, `select count(*) as count from job where state = 'succeeded'`);
      return row?.count === jobs.length;
    });
    expect(ran.toSorted()).toEqual(jobs.map(({ job_id }) => job_id).toSorted());
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  it('never runs more jobs at once than it has slots', async () => {
    const { db } = database;
    let running = 0;
    let most = 0;
    await Promise.all(Array.from({ length: 30 }, () => submitted(db)));
    const worker = startWorker(
      db.directUrl,
      async ({ db: own, job }) => {
        running += 1;
        most = Math.max(most, running);
        await readConversation(own, job.id);
        running -= 1;
        return result('in turn');
      },
      { concurrency: 3, once: true },
    );
    await worker.done;
    expect(most).toBe(3);
    expect(await sql(db, `select count(*) as count from job where state = 'succeeded'`)).toEqual([{ count: 30 }]);
  });

  it('with once and a limit works that many jobs and ends', async () => {
    const { db } = database;
    await Promise.all(Array.from({ length: 5 }, () => submitted(db)));
    await startWorker(db.directUrl, async () => result('one of two'), { once: true, mostJobs: 2 }).done;
    expect(await sql(db, `select count(*) as count from job where state = 'succeeded'`)).toEqual([{ count: 2 }]);
  });
});

describe('a failed attempt', () => {
  it('is tried again until it works, and each attempt keeps its reason and partial text', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const worker = startWorker(db.directUrl, async ({ job, write }) => {
      write(`try ${job.attempt}`);
      if (job.attempt < 3) throw new ProviderError('provider_5xx', 'The provider had a problem.', { usage: modelCall });
      return result('third time');
    });
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    expect(await sql(db, 'select attempt, outcome, error_kind, output from job_attempt order by claim')).toEqual([
      { attempt: 1, outcome: 'failed', error_kind: 'provider_5xx', output: 'try 1' },
      { attempt: 2, outcome: 'failed', error_kind: 'provider_5xx', output: 'try 2' },
      { attempt: 3, outcome: 'succeeded', error_kind: null, output: null },
    ]);
    expect(await sql(db, 'select count(*) as count from ledger')).toEqual([{ count: 3 }]);
    await worker.stop();
  });

  it('waits as long as the provider asked for', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const worker = startWorker(db.directUrl, async () => {
      throw new ProviderError('rate_limit', 'Slow down.', { retryAfterMs: 50_000 });
    });
    await eventually(async () => (await jobRow(db, job_id)).attempt === 2);
    const [attempt] = await sql<{ ms: number }>(
      db,
      'select extract(epoch from retry_at - finished_at)::float8 * 1000 as ms from job_attempt order by claim limit 1',
    );
    // 50 s at the scale of 0.01.
    expect(attempt?.ms).toBeCloseTo(500, -1);
    await worker.stop();
  });

  it('that cannot help by repetition ends the job at once', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const worker = startWorker(db.directUrl, async () => {
      throw new ProviderError('auth', 'The key was refused.');
    });
    await eventually(async () => (await stateOf(job_id)) === 'failed');
    expect(await jobRow(db, job_id)).toMatchObject({
      attempt: 1,
      error_kind: 'auth',
      error_message: 'The key was refused.',
    });
    await worker.stop();
  });

  it('by a fault of ours never shows its message to people', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { options: { max_attempts: 1 } });
    const worker = startWorker(db.directUrl, async () => {
      throw new Error('Bearer sk-secret');
    });
    await eventually(async () => (await stateOf(job_id)) === 'failed');
    const { error_kind, error_message } = await jobRow(db, job_id);
    expect(error_kind).toBe('unknown');
    expect(error_message).not.toContain('sk-secret');
    await worker.stop();
  });

  it('ends as timeout when its handler never comes back, and its slot is free again', async () => {
    const { db } = database;
    const deaf = await submitted(db, { options: { max_attempts: 1 } });
    const worker = startWorker(
      db.directUrl,
      async ({ job }) => {
        if (job.id === deaf.job_id) await new Promise(() => undefined);
        return result('next in line');
      },
      { concurrency: 1, limits: { jobLimitMs: 200, deafAfterMs: 100, retryScale: 0.01 } },
    );
    await eventually(async () => (await stateOf(deaf.job_id)) === 'failed');
    expect(await jobRow(db, deaf.job_id)).toMatchObject({ error_kind: 'timeout' });
    const { job_id } = await submitted(db);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    await worker.stop();
  });
});

describe('a cancel', () => {
  /** Resolves `started` when the handler runs and `aborted` with the time its signal came. */
  function waitingHandler() {
    const started = deferred();
    const aborted = deferred<number>();
    const handler: Handler = ({ signal }) => {
      started.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve(performance.now());
          reject(signal.reason);
        });
      });
    };
    return { handler, started: started.promise, aborted: aborted.promise };
  }

  it('reaches the provider call within a second', async () => {
    const { db } = database;
    const { handler, started, aborted } = waitingHandler();
    const worker = startWorker(db.directUrl, handler);
    const { job_id } = await submitted(db);
    await started;
    const from = performance.now();
    await cancelJob(db, viewer, job_id);
    expect((await aborted) - from).toBeLessThan(1_000);
    await worker.stop();
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled' });
  });

  it('whose note is lost reaches it by the next check', async () => {
    const { db } = database;
    const { handler, started, aborted } = waitingHandler();
    const worker = startWorker(db.directUrl, handler);
    const { job_id } = await submitted(db);
    await started;
    await sql(
      db,
      `update job set state = 'cancelled', worker_claim = null, claimed_at = null, finished_at = db_now(), error_kind = 'cancelled' where id = $1`,
      [job_id],
    );
    const from = performance.now();
    expect((await aborted) - from).toBeLessThan(4_000);
    await worker.stop();
  });

  it('keeps an estimate of what the stopped call has used', async () => {
    const { db } = database;
    const started = deferred();
    const worker = startWorker(db.directUrl, ({ signal, write, callStarted }) => {
      callStarted(() => modelCall);
      write('half an answer');
      started.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const { job_id } = await submitted(db);
    await started.promise;
    await cancelJob(db, viewer, job_id);
    await eventually(async () => (await sql(db, 'select 1 from ledger')).length === 1);
    expect(await sql(db, 'select job_id, claim, is_estimate from ledger')).toEqual([
      { job_id, claim: 1, is_estimate: true },
    ]);
    await worker.stop();
  });

  it('frees the slot of a handler that ignores it, and drops the late answer', async () => {
    const { db } = database;
    const late = deferred();
    const first = await submitted(db);
    const started = deferred();
    const worker = startWorker(
      db.directUrl,
      async ({ job, write }) => {
        if (job.id !== first.job_id) return result('next in line');
        started.resolve();
        await late.promise;
        write('too late');
        return result('too late');
      },
      { concurrency: 1 },
    );
    await started.promise;
    await cancelJob(db, viewer, first.job_id);
    const { job_id } = await submitted(db);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    late.resolve();
    await worker.stop();
    expect(await jobRow(db, first.job_id)).toMatchObject({ state: 'cancelled', response_id: null });
    expect(await sql(db, `select content from entity where kind = 'response'`)).toEqual([{ content: 'next in line' }]);
  });
});
