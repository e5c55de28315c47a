// The live view tells its viewer everything, once, in order, and leaves nothing behind.
import { beforeEach, describe, expect, it } from 'vitest';
import { formatCursor } from '#lib/domain/event.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { appendOutput } from '#lib/store/output.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, emptyTables, sql, stranger, submitted, success, viewer } from '#tests/support/jobs.ts';
import { cursor, follow, hubsOn } from './a-hub.ts';
import type { StreamReader } from './reader.ts';

const database = testDatabase();
const aHub = hubsOn(database);

beforeEach(() => emptyTables(database.db));

describe('a stream', () => {
  it('says hello with the time and the cursor, then every change of a job', async () => {
    const { db } = database;
    const reader = await follow(aHub());
    expect(reader.frames[0]?.event).toBe('hello');
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    await settleJobs(db, workerId, [success(job)]);
    await reader.until((r) => r.states(job_id).length >= 3);
    expect(reader.states(job_id)).toEqual(['queued', 'running', 'succeeded']);
  });

  it('starts from the cursor: what happened in between comes first, nothing from before', async () => {
    const { db } = database;
    const hub = aHub();
    const before = await submitted(db);
    const first = await follow(hub);
    const during = await submitted(db);
    await first.until((r) => r.states(during.job_id).length > 0);
    const lastId = first.lastId;
    await first.stop();
    const away = await submitted(db);
    const second = await follow(hub, lastId);
    const after = await submitted(db);
    await second.until((r) => r.states(after.job_id).length > 0);
    // What was committed while it connected may come twice, as the same row of the same version.
    expect(new Set(second.states(away.job_id))).toEqual(new Set(['queued']));
    expect(second.states(before.job_id)).toEqual([]);
  });

  it('tells a viewer nothing of another', async () => {
    const { db } = database;
    const hub = aHub();
    const [mine, theirs] = [await follow(hub), await follow(hub, null, stranger)];
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId: job_id, claim: job.claim, startsAt: 0, content: 'secret' }]);
    await mine.until((r) => r.text(job_id) === 'secret');
    const own = await submitted(db, {}, stranger);
    await theirs.until((r) => r.states(own.job_id).length > 0);
    expect(JSON.stringify(theirs.frames)).not.toMatch(new RegExp(`${job_id}|secret`));
    expect(JSON.stringify(mine.frames)).not.toContain(own.job_id);
  });

  it('orders a reader with a cursor of another cluster, or from the future, to start over', async () => {
    const hub = aHub();
    const { epoch, xid } = cursor((await follow(hub)).lastId);
    for (const strange of [
      { epoch: 'othercluster', xid, seq: '0' },
      { epoch, xid: String(BigInt(xid) + 1_000_000n), seq: '0' },
    ]) {
      const reader = await follow(hub, formatCursor(strange));
      await reader.until((r) => r.of('reset').length === 1);
      expect(cursor(String(reader.of('reset')[0]?.as_of)).epoch).toBe(epoch);
    }
  });

  it('orders a reader whose cursor is older than the retained log to start over', async () => {
    const { db } = database;
    const hub = aHub();
    const old = (await follow(hub)).lastId;
    await submitted(db);
    await sql(
      db,
      'update event_log set (pruned_xid, pruned_seq) = (select xid, seq from event order by xid desc, seq desc limit 1)',
    );
    try {
      await (await follow(hub, old)).until((r) => r.of('reset').length === 1);
    } finally {
      await sql(db, `update event_log set pruned_xid = '0', pruned_seq = 0`);
    }
  });
});

describe('under interleaved commits', () => {
  it('an open transaction elsewhere holds nothing back, and its own event comes when it commits', async () => {
    const { db } = database;
    const reader = await follow(aHub());
    const early = await submitted(db);
    const other = await db.pool.connect();
    try {
      await other.query('begin');
      await other.query('update job set version = version + 1 where id = $1', [early.job_id]);
      const late = await submitted(db);
      await reader.until((r) => r.states(late.job_id).length > 0);
      const resume = reader.lastId;
      await other.query('commit');
      db.notifier.note('asterion_event');
      await reader.until((r) => r.states(early.job_id).length >= 2);
      // Whoever left before that commit gets it too.
      const resumed = await follow(aHub(), resume);
      await resumed.until((r) => r.states(early.job_id).length > 0);
    } finally {
      other.release();
    }
  });

  it('loses none: many transactions that commit out of order, with readers that come and go', async () => {
    const { db } = database;
    const jobs = await Promise.all(Array.from({ length: 40 }, () => submitted(db)));
    const hub = aHub();
    const steady = await follow(hub);
    let roaming = await follow(hub);
    const seen = new Map<string, number>();
    const collect = (reader: StreamReader) => {
      for (const row of reader.of('job.state_changed'))
        seen.set(String(row.job_id), Math.max(seen.get(String(row.job_id)) ?? 0, Number(row.version)));
    };
    const write = async ({ job_id }: { job_id: string }, index: number) => {
      const client = await db.pool.connect();
      try {
        await client.query('begin');
        await client.query('update job set version = version + 1 where id = $1', [job_id]);
        // Held open for different times, so that commits and sequence numbers disagree.
        await client.query('select pg_sleep($1)', [((index * 7) % 10) / 100]);
        await client.query('commit');
      } finally {
        client.release();
      }
      db.notifier.note('asterion_event');
    };
    for (let round = 0; round < 3; round += 1) {
      const writing = Promise.all(jobs.map(write));
      const resume = roaming.lastId;
      collect(roaming);
      await roaming.stop();
      roaming = await follow(hub, resume);
      await writing;
    }
    const isComplete = (versions: Map<string, number>) => jobs.every(({ job_id }) => (versions.get(job_id) ?? 0) === 4);
    await eventually(() => {
      collect(roaming);
      return isComplete(seen);
    });
    const steadily = steady.of('job.state_changed');
    expect(steadily).toHaveLength(120);
    expect(new Set(steadily.map(({ job_id, version }) => `${job_id} ${version}`)).size).toBe(120);
  });
});

describe('text while a model speaks', () => {
  async function speaking() {
    const { db } = database;
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    let length = 0;
    const say = async (content: string) => {
      await appendOutput(db, workerId, [{ jobId: job_id, claim: job.claim, startsAt: length, content }]);
      length += content.length;
    };
    return { db, job_id, workerId, job, say };
  }

  it('comes in order without gap or repeat, also to one who arrives in the middle', async () => {
    const { db, job_id, workerId, job, say } = await speaking();
    const hub = aHub();
    await say('One, ');
    const early = await follow(hub);
    let whole = 'One, ';
    let late: StreamReader | undefined;
    for (let n = 2; n <= 30; n += 1) {
      await say(`zwei😀${n}, `);
      whole += `zwei😀${n}, `;
      if (n === 15) late = await follow(hub);
    }
    await settleJobs(db, workerId, [success(job, whole)]);
    for (const reader of [early, late]) {
      await reader?.until((r) => r.states(job_id).includes('succeeded'));
      expect(reader?.text(job_id)).toBe(whole);
      expect(reader?.of('job.output')[0]?.from).toBe(0);
    }
  });

  it('is complete before the state that ends it', async () => {
    const { db, job_id, say } = await speaking();
    // No poll and no beat: only the note of the ending itself.
    const reader = await follow(aHub({ pollMs: 60_000 }));
    await say('half an ans');
    await cancelJob(db, viewer, job_id);
    await reader.until((r) => r.states(job_id).includes('cancelled'));
    const events = reader.frames.map(({ event }) => event);
    expect(reader.text(job_id)).toBe('half an ans');
    expect(events.lastIndexOf('job.output')).toBeLessThan(events.lastIndexOf('job.state_changed'));
  });

  it('starts clean with a new claim', async () => {
    const { db, job_id, workerId, job, say } = await speaking();
    const hub = aHub();
    const reader = await follow(hub);
    await say('lost words');
    await reader.until((r) => r.text(job_id) === 'lost words');
    const { id: jobId, claim, attempt } = job;
    await settleJobs(db, workerId, [
      { jobId, claim, attempt, type: 'retry', kind: 'provider_5xx', message: 'broke', delayMs: 0 },
    ]);
    await sql(db, `update job set ready = true where id = $1`, [job_id]);
    const again = await claimOne(db, workerId);
    await appendOutput(db, workerId, [{ jobId, claim: again.claim, startsAt: 0, content: 'new words' }]);
    await reader.until((r) => r.text(job_id) === 'new words');
    expect((await follow(hub)).text(job_id)).toBe('new words');
  });
});
