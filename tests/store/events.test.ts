// The cursor: no committed event is ever skipped, whatever order transactions commit in.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Cursor, formatCursor, parseCursor } from '#lib/domain/event.ts';
import { settleJobs } from '#lib/store/claims.ts';
import { currentCursor, readEvents } from '#lib/store/events.ts';
import { readField } from '#lib/store/field.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { markSeen } from '#lib/store/prompts/seen.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claim,
  claimOne,
  emptyTables,
  sql,
  stranger,
  submitted,
  success,
  viewer,
} from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

/** Reads on from a cursor to the end, as a follower does: the cursor only passes what is below the horizon. */
async function follow(cursor: Cursor): Promise<{ seen: string[]; cursor: Cursor }> {
  const { events, horizon } = await readEvents(database.db, { after: cursor });
  return { seen: events.map(({ xid, seq }) => `${xid}.${seq}`), cursor: horizon };
}

describe('the log', () => {
  it('under interleaved commits gives a follower every event', async () => {
    const { db } = database;
    const start = await currentCursor(db);
    const seen = new Set<string>();
    let cursor = start;
    let writing = true;
    const follower = (async () => {
      do {
        const step = await follow(cursor);
        for (const id of step.seen) seen.add(id);
        cursor = step.cursor;
      } while (writing);
    })();
    // Each writer holds its transaction open over a few statements, so commits overlap and numbers become visible out of order.
    const writer = async (index: number) => {
      for (let round = 0; round < 25; round += 1) {
        const { job_id } = await submitted(db, { text: `writer ${index} round ${round}` });
        const client = await db.pool.connect();
        await client.query('begin');
        for (let change = 0; change < 3; change += 1) {
          await client.query('update job set version = version + 1, progress = $2 where id = $1', [job_id, change / 3]);
          await client.query('select pg_sleep(random() * 0.004)');
        }
        await client.query('commit');
        client.release();
        if (round % 5 === 0) await cancelJob(db, viewer, job_id);
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => writer(index)));
    writing = false;
    await follower;
    for (const id of (await follow(cursor)).seen) seen.add(id);
    const all = await sql<{ id: string }>(db, `select xid::text || '.' || seq as id from event`);
    expect(all.length).toBeGreaterThan(600);
    expect(all.filter(({ id }) => !seen.has(id))).toEqual([]);
  });

  // Transactions of other databases count for the horizon too (xids belong to the cluster), so a repeat is no fault here.
  it('shows an event at once while an older transaction is still open, but its cursor does not pass it', async () => {
    const { db } = database;
    const start = await currentCursor(db);
    const open = await db.pool.connect();
    await open.query('begin');
    await open.query('select pg_current_xact_id()');
    const { prompt_id } = await submitted(db);
    const page = await readEvents(db, { after: start });
    expect(page.events.map(({ row, settled }) => [row.prompt_id, settled])).toEqual([[prompt_id, false]]);
    expect((await readEvents(db, { after: page.horizon })).events).toHaveLength(1);
    await open.query('commit');
    open.release();
    const later = await eventually(async () => {
      const { events, horizon } = await readEvents(db, { after: page.horizon });
      expect(events.map(({ settled }) => settled)).toEqual([true]);
      return horizon;
    });
    expect((await readEvents(db, { after: later })).events).toEqual([]);
  });

  it('tells a reader to start again when its cursor is of another cluster, from the future, or pruned away', async () => {
    const { db } = database;
    await submitted(db);
    const now = await currentCursor(db);
    expect((await readEvents(db, { after: { ...now, epoch: 'another1' } })).reset).toBe(true);
    expect((await readEvents(db, { after: { ...now, xid: String(BigInt(now.xid) + 1_000_000n) } })).reset).toBe(true);
    await sql(db, 'update event_log set pruned_xid = $1', [now.xid]);
    expect((await readEvents(db, { after: { ...now, xid: '5' } })).reset).toBe(true);
    expect((await readEvents(db, { after: now })).reset).toBe(false);
    await sql(db, `update event_log set pruned_xid = '0'`);
  });

  it('gives every version of a prompt in growing order, over retry and all', async () => {
    const { db } = database;
    const start = await currentCursor(db);
    const { job_id, prompt_id } = await answered(db);
    await markSeen(db, viewer, [prompt_id]);
    await retryJob(db, viewer, job_id, {});
    const { events } = await readEvents(db, { after: start });
    const versions = events.map(({ row }) => row.version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
    expect(events.map(({ row }) => row.state)).toEqual(['queued', 'running', 'succeeded', 'succeeded', 'queued']);
  });

  it('is limited to the viewer when asked', async () => {
    const { db } = database;
    const start = await currentCursor(db);
    await submitted(db, {}, stranger);
    const mine = await submitted(db);
    const { events } = await readEvents(db, { after: start, viewer });
    expect(events.map(({ row }) => row.prompt_id)).toEqual([mine.prompt_id]);
  });
});

describe('the field', () => {
  it('read since a cursor holds what changed, once, as it is now', async () => {
    const { db } = database;
    await submitted(db, { text: 'untouched' });
    const { asOf } = await readField(db, viewer);
    const workerId = await aWorker(db);
    const added = await submitted(db, { text: 'added', priority: 1 });
    const [job] = await claim(db, workerId, 1);
    if (job === undefined) throw new Error('not claimable');
    await settleJobs(db, workerId, [success(job)]);
    const { rows, reset } = await readField(db, viewer, { since: asOf });
    expect(reset).toBe(false);
    expect(rows.filter(({ prompt_id }) => prompt_id === added.prompt_id).map(({ state }) => state)).toEqual([
      'succeeded',
    ]);
    expect(new Set(rows.map(({ prompt_id }) => prompt_id)).size).toBe(rows.length);
  });

  it('is in order of creation whatever finished first, and shows nothing of a stranger', async () => {
    const { db } = database;
    const first = await submitted(db, { priority: 90 });
    const second = await answered(db, { priority: 1 });
    await submitted(db, {}, stranger);
    expect((await readField(db, viewer)).rows.map(({ prompt_id }) => prompt_id)).toEqual([
      first.prompt_id,
      second.prompt_id,
    ]);
  });

  it('knows every state’s details: model, attempts, error, length of the answer, seen or not', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db, { options: { model: 'demo', max_attempts: 5 } }, 'Elbe 🌊');
    const [row] = (await readField(db, viewer)).rows;
    expect(row).toMatchObject({
      prompt_id,
      model: 'demo',
      answered_by: 'demo',
      max_attempts: 5,
      answer_length: 7,
      seen_at: null,
      error_kind: null,
    });
    await markSeen(db, viewer, [prompt_id]);
    const [seen] = (await readField(db, viewer)).rows;
    expect(seen?.seen_at).toMatch(/Z$/);
    expect(seen?.version).toBeGreaterThan(row?.version ?? 0);
    expect(await markSeen(db, viewer, [prompt_id])).toBe(0);
    expect(await markSeen(db, stranger, [prompt_id])).toBe(0);
  });
});

describe('a cursor', () => {
  it('survives its text form, and anything else is refused', () => {
    const cursor = { epoch: 'abcdef123456', xid: '18446744073709551615', seq: '0' };
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    for (const text of ['', 'abc', '1.2', 'abcdef.1.x', "abcdef.1.2'; drop table job", `abcdef.${'9'.repeat(21)}.1`])
      expect(parseCursor(text)).toBeNull();
  });
});

describe('a settled answer', () => {
  it('is visible to a reader as soon as its state is', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    const { prompt_id } = await submitted(db);
    await settleJobs(db, workerId, [success(await claimOne(db, workerId), 'x'.repeat(10))]);
    const [row] = (await readField(db, viewer)).rows;
    expect(row).toMatchObject({ prompt_id, state: 'succeeded', answer_length: 10 });
  });
});
