// The list of jobs finds by every filter, keeps its order over pages, and what is done to many is done to each.
import { beforeEach, describe, expect, it } from 'vitest';
import { type JobSort, jobSorts } from '#lib/domain/jobs/job-sort.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { readFailureGroups } from '#lib/store/failures/groups.ts';
import { type JobQuery, listJobs } from '#lib/store/jobs/list/list-jobs.ts';
import { doToMany } from '#lib/store/jobs/list/many-jobs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claim, emptyTables, jobRow, stranger, submitted, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function found(query: JobQuery, as: typeof viewer | null = viewer): Promise<string[]> {
  return (await listJobs(database.db, as, query)).jobs.map(({ job_id }) => job_id);
}

async function failed(text: string, message: string): Promise<{ jobId: string; workerId: string }> {
  const { db } = database;
  const { job_id } = await submitted(db, { text, priority: 10, options: { model: 'openai/gpt-5' } });
  const workerId = await aWorker(db);
  const job = (await claim(db, workerId)).find(({ id }) => id === job_id);
  if (job === undefined) throw new Error('it was not claimable');
  const outcome = {
    jobId: job.id,
    claim: job.claim,
    attempt: job.attempt,
    type: 'failed',
    kind: 'auth',
    message,
  } as const;
  await settleJobs(db, workerId, [outcome]);
  return { jobId: job_id, workerId };
}

describe('the list of jobs', () => {
  it('finds by each filter alone and by all together', async () => {
    const { db } = database;
    const done = await answered(db, { text: 'Name 100% of the rivers' });
    const { jobId, workerId } = await failed('Sketch a lease', 'The key was refused.');
    const waiting = await submitted(db, { text: 'Later', priority: 80 });
    const [group] = (await readFailureGroups(db, viewer, { withinMs: null, limit: 9, parts: 1 })).groups;
    const only: JobQuery[] = [
      { state: 'failed' },
      { errorKind: 'auth' },
      { worker: workerId },
      { priority: 10 },
      { model: 'openai/gpt-5' },
      { group: group?.group_id },
      { text: 'LEASE' },
      { text: 'key was' },
      { text: jobId },
    ];
    for (const filter of only) expect([filter, await found(filter)]).toEqual([filter, [jobId]]);
    expect(await found(Object.assign({}, ...only))).toEqual([jobId]);
    expect(await found({ text: '100%' })).toEqual([done.job_id]);
    expect(await found({ text: '%' })).toEqual([done.job_id]);
    expect(await found({ model: 'demo' })).toEqual([done.job_id]);
    expect(await found({ model: 'default' })).toEqual([waiting.job_id, done.job_id]);
    expect(await found({ kind: 'task' })).toEqual([]);
    expect(await found({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ until: '2999-01-01T00:00:00Z' })).toHaveLength(3);
    expect(await found({}, stranger)).toEqual([]);
    expect(await found({ orgId: 1 }, null)).toHaveLength(3);
    const [row] = (await listJobs(db, viewer, { text: jobId })).jobs;
    expect(row).toMatchObject({
      label: 'Sketch a lease',
      worker_id: workerId,
      model: 'openai/gpt-5',
      error_kind: 'auth',
    });
  });

  it('counts what matches when asked to', async () => {
    for (let n = 0; n < 3; n++) await submitted(database.db);
    expect((await listJobs(database.db, viewer, { limit: 1, count: true })).total).toBe(3);
    expect((await listJobs(database.db, viewer, { limit: 1, count: true, state: 'failed' })).total).toBe(0);
    expect((await listJobs(database.db, viewer, {})).total).toBeNull();
  });

  it.each(jobSorts)('sorted by %s repeats and skips nothing from page to page', async (sort: JobSort) => {
    const { db } = database;
    for (let n = 0; n < 4; n++) await answered(db, { priority: n % 2 === 0 ? 10 : 50 });
    await submitted(db, { priority: 50 });
    const whole = await found({ sort });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listJobs(db, viewer, { sort, limit: 2, cursor });
      pages.push(...page.jobs.map(({ job_id }) => job_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(whole);
    expect(new Set(whole).size).toBe(['newest', 'oldest', 'urgent', 'attempts'].includes(sort) ? 5 : 4);
  });

  it('has the order it says', async () => {
    const { db } = database;
    const late = await submitted(db, { priority: 80 });
    const urgent = await submitted(db, { priority: 10 });
    expect(await found({ sort: 'newest' })).toEqual([urgent.job_id, late.job_id]);
    expect(await found({ sort: 'oldest' })).toEqual([late.job_id, urgent.job_id]);
    expect(await found({ sort: 'urgent' })).toEqual([urgent.job_id, late.job_id]);
  });
});

describe('doing the same to many jobs', () => {
  it('tells of each how it went, and holds none up for another', async () => {
    const { db } = database;
    const done = await answered(db);
    const waiting = await submitted(db);
    const unknown = '00000000-0000-7000-8000-000000000000';
    const outcomes = await doToMany(db, viewer, 'retry', [done.job_id, waiting.job_id, unknown, done.job_id]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))).toEqual([
      'ok',
      'still_live',
      'unknown_job',
      'ok',
    ]);
    const [first, , , twice] = outcomes;
    expect(first?.ok && twice?.ok && first.new_job_id === twice.new_job_id).toBe(true);
    const stops = await doToMany(db, stranger, 'cancel', [waiting.job_id]);
    expect(stops).toEqual([{ ok: false, job_id: waiting.job_id, code: 'unknown_job' }]);
  });

  it('takes back what waits and leaves what has begun alone', async () => {
    const { db } = database;
    const begun = await submitted(db);
    const [job] = await claim(db, await aWorker(db));
    expect(job?.id).toBe(begun.job_id);
    const waiting = await submitted(db);
    const outcomes = await doToMany(db, viewer, 'cancel_waiting', [begun.job_id, waiting.job_id]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))).toEqual(['already_begun', 'ok']);
    expect((await jobRow(db, begun.job_id)).state).toBe('running');
    expect((await jobRow(db, waiting.job_id)).state).toBe('cancelled');
    const [again] = await doToMany(db, viewer, 'cancel_waiting', [waiting.job_id]);
    expect(again).toMatchObject({ ok: false, code: 'already_ended' });
  });
});
