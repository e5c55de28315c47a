// The overview over HTTP: its counts are those of the tables, and it says what is wrong.
import { beforeEach, describe, expect, it } from 'vitest';
import { GET as readOverview } from '#app/api/operator/overview/route.ts';
import { POST as reclaim } from '#app/api/reclaim/route.ts';
import { type OverviewAnswer, overviewAnswer, reclaimAnswer } from '#lib/domain/operator/overview.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { drainWorker } from '#lib/store/workers.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claimOne,
  emptyTables,
  loseLease,
  sql,
  stranger,
  submitted,
  viewer,
} from '#tests/support/jobs.ts';
import { call } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function read(): Promise<OverviewAnswer> {
  return parse(overviewAnswer, await (await call(database.db, readOverview)).json());
}

/** The answer is kept for half a second: looks until it is as said. */
const becomes = (check: (overview: OverviewAnswer) => void) => eventually(async () => check(await read()));

describe('the overview', () => {
  it('counts what is alive, what failed and what ended when', async () => {
    const { db } = database;
    await answered(db);
    const worker = await aWorker(db);
    await submitted(db, { text: 'fails' });
    const failing = await claimOne(db, worker);
    const { id, claim, attempt } = failing;
    await settleJobs(db, worker, [
      { jobId: id, claim, attempt, type: 'failed', kind: 'provider_4xx', message: 'The provider refused it.' },
    ]);
    const stopped = await submitted(db, { text: 'is stopped' });
    await cancelJob(db, viewer, stopped.job_id);
    await submitted(db, { text: 'runs' });
    await claimOne(db, worker);
    await submitted(db, { text: 'waits' });
    await submitted(db, { text: 'later', scheduled_for: '2999-01-01T00:00:00Z' });
    await submitted(db, { text: 'of somebody else' }, stranger);
    await becomes((overview) => {
      expect(overview.counts).toMatchObject({ ready: 1, waiting: 1, running: 1, failed: 1 });
      expect(overview.counts.oldest_ready_ms).toBeGreaterThanOrEqual(0);
      expect(overview.minutes).toHaveLength(60);
      expect(overview.hours).toHaveLength(24);
      const sum = (name: 'succeeded' | 'failed' | 'cancelled') =>
        overview.minutes.reduce((all, slice) => all + slice[name], 0);
      expect([sum('succeeded'), sum('failed'), sum('cancelled')]).toEqual([1, 1, 1]);
      expect(overview.hour.jobs).toBe(3);
      expect(overview.hour.run_p95_ms).toBeGreaterThanOrEqual(0);
      expect(overview.workers).toMatchObject({ alive: 2, draining: 0, slots: 32 });
    });
  });

  it('counts the slots of those that claim', async () => {
    const { db } = database;
    await aWorker(db);
    await drainWorker(db, await aWorker(db));
    await becomes(({ workers }) => expect(workers).toMatchObject({ alive: 2, draining: 1, slots: 16 }));
  });

  it('is quiet while all is well, and names what is not with what helps', async () => {
    const { db } = database;
    await aWorker(db);
    await becomes(({ findings }) => expect(findings).toEqual([]));
    await submitted(db, { options: { model: 'nobody/knows' } });
    await sql(db, `update job set available_at = available_at - interval '5 minutes'`);
    await becomes(({ findings }) => {
      expect(findings).toMatchObject([{ check: 'lanes', level: 'problem' }]);
      expect(findings[0]?.means).toContain('No living worker has the provider nobody');
      expect(findings[0]?.todo).toBeTruthy();
    });
  });

  it('lists a job whose worker is gone, and one reclaim takes it back', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { text: 'Lost in the middle' });
    const worker = await aWorker(db);
    await claimOne(db, worker);
    await loseLease(db, worker);
    await becomes((overview) => {
      expect(overview.stuck).toMatchObject([
        { job_id, reason: 'lost', worker_id: worker, label: 'Lost in the middle' },
      ]);
      expect([overview.stuck_count, overview.reclaimable]).toEqual([1, 1]);
    });
    const done = parse(reclaimAnswer, await (await call(db, reclaim, { body: {} })).json());
    expect(done).toEqual({ reclaimed: [{ job_id, state: 'queued' }], errors: 0 });
    await becomes(({ stuck, counts }) => {
      expect(stuck).toEqual([]);
      expect(counts.ready).toBe(1);
    });
  });
});
