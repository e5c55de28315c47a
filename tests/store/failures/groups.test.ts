// Failed jobs fall into groups by cause, and a group runs again exactly once.
import { beforeEach, describe, expect, it } from 'vitest';
import type { FailureKind } from '#lib/domain/failure.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { readFailureGroups } from '#lib/store/failures/groups.ts';
import { noteFailures } from '#lib/store/failures/note-failures.ts';
import { countFailures, retryFailures } from '#lib/store/failures/retry-failures.ts';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  aWorker,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  sql,
  stranger,
  submitted,
  viewer,
} from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const day = { withinMs: 86_400_000, limit: 50, parts: 24 };

async function failed(
  message: string,
  kind: FailureKind = 'provider_4xx',
  model?: string,
  as = viewer,
): Promise<string> {
  const { db } = database;
  const answer = await submitted(db, model === undefined ? {} : { options: { model } }, as);
  const workerId = await aWorker(db);
  const job = await claimOne(db, workerId);
  await settleJobs(db, workerId, [
    { jobId: job.id, claim: job.claim, attempt: job.attempt, type: 'failed', kind, message },
  ]);
  return answer.job_id;
}

/** Makes it have failed three days ago; ended jobs keep their times, so the rules are off for this statement. */
async function longAgo(jobId: string): Promise<void> {
  const { db } = database;
  await sql(
    db,
    `do $$ begin set local session_replication_role = replica;
       update job set finished_at = finished_at - interval '3 days' where id = '${jobId}'; end $$`,
  );
}

describe('groups of failures', () => {
  it('hold what has the same kind and the same message but for its numbers', async () => {
    const { db } = database;
    await failed('Too long by 12 tokens.', 'provider_4xx', 'openai/gpt-5');
    await failed('Too long by 977 tokens.');
    const newest = await failed('Too long by 3 tokens.');
    await failed('Too long by 3 tokens.', 'parse');
    const { groups, total, left_off } = await readFailureGroups(db, viewer, day);
    expect({ total, left_off, sizes: groups.map(({ count }) => count) }).toEqual({
      total: 4,
      left_off: 0,
      sizes: [3, 1],
    });
    expect(groups[0]).toMatchObject({
      error_kind: 'provider_4xx',
      pattern: 'Too long by # tokens.',
      retryable: 3,
      models: [
        { model: 'default', count: 2 },
        { model: 'openai/gpt-5', count: 1 },
      ],
      sample: { job_id: newest, label: 'Name three rivers', message: 'Too long by 3 tokens.' },
    });
    expect(groups[0]?.timeline).toHaveLength(24);
    expect(groups[0]?.timeline.reduce((sum, part) => sum + part, 0)).toBe(3);
    expect(groups[0]?.last_at).toMatch(/Z$/);
    expect(groups[1]?.group_id).not.toBe(groups[0]?.group_id);
  });

  it('are those of the time and the kind that were asked for, and say how many were left off', async () => {
    const { db } = database;
    const old = await failed('Long ago.');
    await longAgo(old);
    await failed('Now.');
    await failed('Now.', 'auth');
    expect((await readFailureGroups(db, viewer, day)).total).toBe(2);
    expect((await readFailureGroups(db, viewer, { ...day, withinMs: null })).total).toBe(3);
    expect((await readFailureGroups(db, viewer, { ...day, errorKind: 'auth' })).groups).toHaveLength(1);
    const one = await readFailureGroups(db, viewer, { ...day, limit: 1 });
    expect([one.groups.length, one.left_off, one.total]).toEqual([1, 1, 2]);
  });

  it('are empty when nothing failed', async () => {
    const answer = await readFailureGroups(database.db, viewer, { ...day, withinMs: null });
    expect(answer).toMatchObject({ groups: [], total: 0, left_off: 0, since: null });
  });

  it("hold nothing of another org's", async () => {
    await failed('Theirs.', 'auth', undefined, stranger);
    expect((await readFailureGroups(database.db, viewer, day)).groups).toEqual([]);
    expect((await readFailureGroups(database.db, null, day)).total).toBe(1);
  });

  it('lose what was run again, and follow a job into the archive', async () => {
    const { db } = database;
    const jobId = await failed('Once.');
    await failed('Twice.');
    expect(await noteFailures(db, null)).toBe(2);
    expect(await noteFailures(db, null)).toBe(0);
    await retryJob(db, viewer, jobId, {});
    expect((await readFailureGroups(db, viewer, day)).groups.map(({ pattern }) => pattern)).toEqual(['Twice.']);
    await archiveJobs(db, '2999-01-01T00:00:00Z');
    expect(await countOf(db, 'failure')).toBe(1);
  });
});

describe('retrying a group', () => {
  it('runs each of it once, part by part, and nothing of another group', async () => {
    const { db } = database;
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await failed(`Number ${n}.`));
    const other = await failed('Something else.');
    const { groups, now } = await readFailureGroups(db, viewer, day);
    const groupId = groups[0]?.group_id ?? '';
    expect(await countFailures(db, viewer, { groupId, until: now })).toBe(5);
    const first = await retryFailures(db, viewer, { groupId, until: now, limit: 3 });
    expect(first.retried).toHaveLength(3);
    expect(await countFailures(db, viewer, { groupId, until: now })).toBe(2);
    const cursor = first.next_cursor ?? undefined;
    const rest = await retryFailures(db, viewer, { groupId, until: now, limit: 3, cursor });
    expect([rest.retried.length, rest.left_alone, rest.next_cursor]).toEqual([2, 0, null]);
    const again = await retryFailures(db, viewer, { groupId, until: now, limit: 50 });
    expect(again).toEqual({ retried: [], left_alone: 0, next_cursor: null });
    for (const id of ids) expect((await jobRow(db, id)).state).toBe('superseded');
    expect((await jobRow(db, other)).state).toBe('failed');
  });

  it('leaves alone what failed after it was shown, and what is not theirs', async () => {
    const { db } = database;
    await failed('Again.');
    const { groups } = await readFailureGroups(db, viewer, day);
    const groupId = groups[0]?.group_id ?? '';
    const part = { groupId, until: '2020-01-01T00:00:00Z', limit: 50 };
    expect((await retryFailures(db, viewer, part)).retried).toEqual([]);
    const now = new Date(Date.now() + 1_000).toISOString();
    expect((await retryFailures(db, stranger, { ...part, until: now })).retried).toEqual([]);
    expect((await retryFailures(db, null, { ...part, until: now })).retried).toHaveLength(1);
  });
});
