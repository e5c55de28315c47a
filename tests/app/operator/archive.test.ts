// Old jobs over HTTP: counted, moved part by part, still readable, and never those of another org.
import { beforeEach, describe, expect, it } from 'vitest';
import { GET as readJob } from '#app/api/jobs/[id]/route.ts';
import { POST as archive, GET as readOld } from '#app/api/jobs/archive/route.ts';
import { archivedPart, oldJobs } from '#lib/domain/operator/archiving.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, countOf, emptyTables, sql, stranger, submitted, viewer } from '#tests/support/jobs.ts';
import { call } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const lastYear = '2025-12-01T00:00:00.000Z';

/** All that has ended so far ended two years ago. */
async function age(): Promise<void> {
  const { db } = database;
  await sql(db, 'alter table job disable trigger user');
  await sql(
    db,
    `update job set created_at = created_at - interval '2 years', finished_at = finished_at - interval '2 years'
    where finished_at is not null`,
  );
  await sql(db, 'alter table job enable trigger user');
}

const count = async () =>
  parse(oldJobs, await (await call(database.db, readOld, { path: `/api/jobs/archive?before=${lastYear}` })).json());

describe('old jobs', () => {
  it('are counted with the older runs of their prompts, moved, and still read by their ids', async () => {
    const { db } = database;
    const { job_id } = await answered(db);
    await retryJob(db, viewer, job_id, {});
    await sql(
      db,
      `update job set state = 'cancelled', ready = false, finished_at = now(), version = version + 1 where state = 'queued'`,
    );
    await age();
    await submitted(db, { text: 'young' });
    expect(await count()).toEqual({ before: lastYear, jobs: 2 });
    const moved = await call(db, archive, { method: 'POST', body: { before: lastYear } });
    expect(parse(archivedPart, await moved.json())).toEqual({ moved: 2, more: true });
    const nothing = await call(db, archive, { method: 'POST', body: { before: lastYear } });
    expect(parse(archivedPart, await nothing.json())).toEqual({ moved: 0, more: false });
    expect(await countOf(db, 'job')).toBe(1);
    expect((await count()).jobs).toBe(0);
    expect((await call(db, readJob, { params: { id: job_id } })).status).toBe(200);
  });

  it('of another org are neither counted nor moved', async () => {
    const { db } = database;
    await answered(db);
    await sql(db, 'update job set org_id = $1', [stranger.orgId]);
    await age();
    expect((await count()).jobs).toBe(0);
    await call(db, archive, { method: 'POST', body: { before: lastYear } });
    expect(await countOf(db, 'job')).toBe(1);
  });

  it('are refused by a time that is none, or that is still to come', async () => {
    for (const before of ['yesterday', '2999-01-01T00:00:00Z', 7, undefined]) {
      const refused = await call(database.db, archive, { method: 'POST', body: { before } });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(await refused.json())).toContain('before');
    }
  });
});
