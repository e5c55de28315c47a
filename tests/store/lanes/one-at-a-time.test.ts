// A model that may be asked once at a time is, whatever happens to those who ask: the count is of running rows, so there is no counter to drift.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ClaimedJob, settleJobs } from '#lib/store/claims.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { Floors } from '#lib/store/lanes/floors.ts';
import { claimWithin } from '#lib/store/lanes/limited-claim.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, emptyTables, loseLease, sql, submitted, success } from '#tests/support/jobs.ts';

const database = testDatabase();
const claimers: { readonly db: Database; readonly floors: Floors }[] = [];
beforeAll(() => {
  for (let at = 0; at < 8; at += 1)
    claimers.push({ db: openDatabase({ url: database.url, poolSize: 2 }), floors: new Floors() });
});
afterAll(() => Promise.all(claimers.map(({ db }) => closeDatabase(db))));
beforeEach(() => emptyTables(database.db));

const rules = { limits: [{ models: 'm/one', concurrency: 1 }], aliases: {} };

interface Held {
  readonly workerId: string;
  readonly job: ClaimedJob;
}

/** All eight ask at the same moment, each as a worker of its own for several jobs. */
async function everybodyClaims(): Promise<Held[]> {
  const claims = await Promise.all(
    claimers.map(async ({ db, floors }) => {
      const workerId = await aWorker(db);
      const request = { workerId, kinds: ['prompt'] as const, priorityCeiling: 100, limit: 3 };
      const { jobs } = await claimWithin(db, request, rules, floors);
      return jobs.map((job) => ({ workerId, job }));
    }),
  );
  return claims.flat();
}

const settle = ({ workerId, job }: Held) => settleJobs(database.db, workerId, [success(job)]);

it('a limit of one holds for eight claimers, through lost leases, late finishers and cancels', async () => {
  const { db } = database;
  for (let at = 0; at < 16; at += 1) await submitted(db, { options: { model: 'm/one' } });
  const late: Held[] = [];
  for (let round = 0; round < 12; round += 1) {
    const taken = await everybodyClaims();
    expect(taken).toHaveLength(1);
    const [held] = taken;
    if (held === undefined) throw new Error('nothing was claimed');
    // Whoever comes while it runs gets nothing, again and again.
    expect(await everybodyClaims()).toEqual([]);
    if (round % 3 === 0) {
      await loseLease(db, held.workerId);
      // Its result arrives in the same moment as it is taken back: one of them wins, and the place is freed once.
      late.push(held);
      await Promise.all([reclaimLostJobs(db), settle(held), reclaimLostJobs(db)]);
    } else if (round % 3 === 1) {
      await Promise.all([settle(held), cancelJob(db, null, held.job.id)]);
    } else await settle(held);
    // Late finishers of before come by once more: they free nothing.
    for (const before of late) await settle(before);
  }
  const overlaps = await sql(
    db,
    `select a.job_id from attempt a join attempt b on (b.job_id, b.claim) <> (a.job_id, a.claim)
       and b.started_at < coalesce(a.finished_at, db_now()) and a.started_at < coalesce(b.finished_at, db_now())`,
  );
  expect(overlaps).toEqual([]);
});

it('a worker that died with the one place gives it back with its lease, and not before', async () => {
  const { db } = database;
  for (let at = 0; at < 3; at += 1) await submitted(db, { options: { model: 'm/one' } });
  const [held] = await everybodyClaims();
  if (held === undefined) throw new Error('nothing was claimed');
  expect((await reclaimLostJobs(db)).reclaimed).toEqual([]);
  expect(await everybodyClaims()).toEqual([]);
  await loseLease(db, held.workerId);
  // Not by being over alone: until it is taken back the job counts as running, since its worker may still be at it.
  expect(await everybodyClaims()).toEqual([]);
  expect((await reclaimLostJobs(db)).reclaimed).toHaveLength(1);
  expect(await everybodyClaims()).toHaveLength(1);
});
