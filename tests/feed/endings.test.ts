// A live stream that ends in whatever way leaves nothing behind, and one that goes on outlives its database connection.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { appendOutput } from '#lib/store/output.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, emptyTables, sql, submitted, success, viewer } from '#tests/support/jobs.ts';
import { cursor, follow, hubsOn } from './a-hub.ts';
import { readable } from './pipe.ts';
import { StreamReader } from './reader.ts';

const database = testDatabase();
const aHub = hubsOn(database);

beforeEach(() => emptyTables(database.db));

/** Connections that listen for this test's database. */
async function listeners(): Promise<number> {
  const rows = await sql<{ count: number }>(
    database.db,
    `select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'asterion-listen'`,
  );
  return rows[0]?.count ?? 0;
}

describe('a stream that ends', () => {
  it('500 connects and disconnects leave nothing behind, in each of the ways to leave', async () => {
    const hub = aHub({ lingerMs: 0 });
    for (let round = 0; round < 10; round += 1) {
      const streams = await Promise.all(Array.from({ length: 50 }, () => hub.open(viewer, null)));
      expect(hub.streams).toBe(50);
      for (const [index, stream] of streams.entries()) {
        // Some leave before they were ever written to.
        if (index % 2 === 0) await readable(stream).cancel();
        // Twice is as good as once.
        stream.end();
      }
      expect(hub.streams).toBe(0);
    }
    await eventually(async () => (await listeners()) === 0);
  });

  it('one whose reader never takes a byte is cut', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const hub = aHub();
      let cuts = 0;
      const stream = await hub.open(viewer, null);
      const deaf = {
        waitingBytes: 0,
        write: (bytes: Uint8Array) => {
          deaf.waitingBytes += bytes.byteLength;
        },
        end: () => undefined,
        cut: () => {
          cuts += 1;
        },
      };
      stream.attach(deaf);
      stream.beat();
      vi.advanceTimersByTime(59_000);
      stream.beat();
      expect([cuts, hub.streams]).toEqual([0, 1]);
      vi.advanceTimersByTime(2_000);
      stream.beat();
      expect([cuts, hub.streams]).toEqual([1, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('many streams share one LISTEN connection', async () => {
    const hub = aHub();
    await Promise.all(Array.from({ length: 20 }, () => hub.open(viewer, null)));
    expect(await listeners()).toBe(1);
  });

  it('a reader that reads nothing is cut off instead of losing an event, and comes back for the rest', async () => {
    const { db } = database;
    const hub = aHub({ pollMs: 50 });
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    const witness = await follow(hub);
    const body = readable(await hub.open(viewer, cursor(witness.lastId)));
    for (let n = 0; n < 6 && hub.streams === 2; n += 1) {
      const content = 'x'.repeat(300_000);
      await appendOutput(db, workerId, [{ jobId: job_id, claim: job.claim, startsAt: n * 300_000, content }]);
      await witness.until((r) => r.text(job_id).length >= (n + 1) * 300_000);
    }
    await eventually(() => hub.streams === 1);
    await settleJobs(db, workerId, [success(job)]);
    const slow = new StreamReader(body);
    await slow.until((r) => r.hasEnded);
    expect(slow.states(job_id)).not.toContain('succeeded');
    const back = await follow(hub, slow.lastId);
    await back.until((r) => r.states(job_id).includes('succeeded'));
  });

  it('a silent stream carries a beat', async () => {
    const reader = await follow(aHub({ beatMs: 20 }));
    await reader.until((r) => r.comments >= 3);
  });
});

describe('when the database drops the LISTEN connection', () => {
  it('changes still arrive, and it is opened again', async () => {
    const { db } = database;
    const reader = await follow(aHub({ pollMs: 200 }));
    await sql(
      db,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'asterion-listen'`,
    );
    const { job_id } = await submitted(db);
    await reader.until((r) => r.states(job_id).length === 1);
    await eventually(async () => (await listeners()) === 1);
  });
});
