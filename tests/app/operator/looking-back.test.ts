// Over HTTP: jobs by any filter, failures in groups that run again, and the ledger with its file.
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as retryFailures } from '#app/api/failures/retry/route.ts';
import { GET as listFailures } from '#app/api/failures/route.ts';
import { GET as readJob } from '#app/api/jobs/[id]/route.ts';
import { POST as manyJobs } from '#app/api/jobs/bulk/route.ts';
import { GET as listJobs } from '#app/api/jobs/route.ts';
import { GET as exportLedger } from '#app/api/ledger/export/route.ts';
import { GET as readLedger } from '#app/api/ledger/route.ts';
import { POST as submit } from '#app/api/prompts/route.ts';
import { failureGroups, failureRetryAnswer } from '#lib/domain/failures/failure-group.ts';
import { jobDetails, jobList } from '#lib/domain/job-details.ts';
import { manyAnswer } from '#lib/domain/jobs/many-jobs.ts';
import { ledgerReport } from '#lib/domain/ledger/ledger-report.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { call, refused } from '#tests/app/call.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claimOne, emptyTables, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function failed(message: string): Promise<string> {
  const { db } = database;
  const { job_id } = await submitted(db);
  const workerId = await aWorker(db);
  const { id, claim, attempt } = await claimOne(db, workerId);
  await settleJobs(db, workerId, [{ jobId: id, claim, attempt, type: 'failed', kind: 'auth', message }]);
  return job_id;
}

const get = (route: typeof listJobs, path: string) => call(database.db, route, { path });

describe('GET /api/jobs', () => {
  it('filters, sorts and counts', async () => {
    const id = await failed('The key 12 was refused.');
    await answered(database.db);
    const path = '/api/jobs?state=failed&error_kind=auth&q=refused&sort=ended&count=true&priority=50&model=default';
    const list = parse(jobList, await (await get(listJobs, path)).json());
    expect(list.jobs.map(({ job_id }) => job_id)).toEqual([id]);
    expect(list.total).toBe(1);
  });

  it.each([
    ['worker=me', 'worker'],
    ['priority=200', 'priority'],
    ['group=xyz', 'group'],
    ['sort=random', 'sort'],
    ['until=tomorrow', 'until'],
    ['error_kind=bad', 'error_kind'],
    ['q=%00', 'q'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['limit=501', 'limit'],
  ])('refuses ?%s by its name', async (query, field) => {
    const refusal = await refused(await get(listJobs, `/api/jobs?${query}`));
    expect([refusal.status, refusal.fields]).toEqual([422, [field]]);
  });
});

describe('POST /api/jobs/bulk', () => {
  it('answers for each job in order', async () => {
    const done = await answered(database.db);
    const waiting = await submitted(database.db);
    const body = { action: 'retry', job_ids: [waiting.job_id, done.job_id] };
    const { outcomes } = parse(manyAnswer, await (await call(database.db, manyJobs, { body })).json());
    expect(outcomes).toMatchObject([
      { ok: false, code: 'still_live' },
      { ok: true, job_id: done.job_id },
    ]);
  });

  it('refuses none, too many, and what are no ids', async () => {
    const many = Array.from({ length: 201 }, () => crypto.randomUUID());
    for (const job_ids of [[], many, ['x'], 'x']) {
      const { status, fields } = await refused(
        await call(database.db, manyJobs, { body: { action: 'retry', job_ids } }),
      );
      expect([status, fields[0]?.startsWith('job_ids')]).toEqual([422, true]);
    }
    const { fields } = await refused(await call(database.db, manyJobs, { body: { action: 'explode', job_ids: many } }));
    expect(fields).toContain('action');
  });
});

describe('failures', () => {
  it('are listed in groups and run again as one', async () => {
    for (let n = 0; n < 3; n++) await failed(`The key ${n} was refused.`);
    const answer = parse(failureGroups, await (await get(listFailures, '/api/failures?hours=1')).json());
    expect(answer.groups).toMatchObject([{ count: 3, pattern: 'The key # was refused.', error_kind: 'auth' }]);
    const body = { group_id: answer.groups[0]?.group_id, until: answer.now, since: answer.since, limit: 2 };
    const part = parse(failureRetryAnswer, await (await call(database.db, retryFailures, { body })).json());
    expect(part.retried).toHaveLength(2);
    const rest = { ...body, cursor: part.next_cursor };
    const last = parse(failureRetryAnswer, await (await call(database.db, retryFailures, { body: rest })).json());
    expect([last.retried.length, last.next_cursor]).toEqual([1, null]);
    const after = parse(failureGroups, await (await get(listFailures, '/api/failures')).json());
    expect([after.groups, after.since]).toEqual([[], null]);
  });

  it('refuse what names no group or no time', async () => {
    for (const [body, field] of [
      [{ until: '2026-01-01T00:00:00Z' }, 'group_id'],
      [{ group_id: 'abc', until: '2026-01-01T00:00:00Z' }, 'group_id'],
      [{ group_id: '0123456789ab' }, 'until'],
      [{ group_id: '0123456789ab', until: '2026-01-01T00:00:00Z', limit: 1_001 }, 'limit'],
    ] as const) {
      const refusal = await refused(await call(database.db, retryFailures, { body }));
      expect([refusal.status, refusal.fields]).toEqual([422, [field]]);
    }
  });
});

describe('the ledger', () => {
  it('is read and taken away as a file', async () => {
    await answered(database.db, { text: '=2+5' });
    const report = parse(
      ledgerReport,
      await (await get(readLedger, '/api/ledger?group=thread&zone=Europe/Berlin')).json(),
    );
    expect(report).toMatchObject({ zone: 'Europe/Berlin', totals: { calls: 1, tokens_in: 3, estimated: 1 } });
    const file = await get(exportLedger, '/api/ledger/export?group=thread&zone=Europe/Berlin');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="ledger-by-thread-.*\.csv"$/);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toContain(",'=2+5,1,3,5,0,,1,1\r\n");
  });

  it.each([
    ['group=week', 'group'],
    ['from=2026-02-30', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['zone=Mars', 'zone'],
  ])('refuses ?%s', async (query, field) => {
    for (const [route, path] of [
      [readLedger, '/api/ledger'],
      [exportLedger, '/api/ledger/export'],
    ] as const) {
      const refusal = await refused(await get(route, `${path}?${query}`));
      expect([refusal.status, refusal.fields]).toEqual([422, [field]]);
    }
  });
});

describe('a job', () => {
  it('names the request it was asked by', async () => {
    const response = await call(database.db, submit, { body: { text: 'Name one river' } });
    const requestId = response.headers.get('x-request-id');
    const { job_id } = (await response.json()) as { job_id: string };
    const read = await call(database.db, readJob, { path: `/api/jobs/${job_id}`, params: { id: job_id } });
    expect(parse(jobDetails, await read.json()).request_id).toBe(requestId);
    expect(requestId).not.toBeNull();
  });
});
