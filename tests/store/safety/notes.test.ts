// Notes wake others after a commit and never hold one up: nothing inside a transaction notifies, and a burst goes as few.
import { describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { Notifier } from '#lib/store/notifier.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, sql, submitted, success } from '#tests/support/jobs.ts';
import { readText, sourceFiles } from '#tests/support/source-files.ts';

const database = testDatabase();

describe('a note', () => {
  it('is sent by the notifier alone: no trigger, no function and no other statement notifies', async () => {
    const inside = await sql(
      database.db,
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'notify'`,
    );
    expect(inside).toEqual([]);
    const speakers = sourceFiles()
      .filter(({ path }) => !path.startsWith('tests/') && /pg_notify|\bnotify asterion/i.test(readText(path)))
      .map(({ path }) => path);
    // The doctor's question whether notes arrive has a channel of its own.
    expect(speakers.toSorted()).toEqual(['lib/store/checks/probe.ts', 'lib/store/client.ts']);
  });

  it('goes out after what it tells of can be read', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    const job = await claimOne(db, workerId);
    const listener = await db.pool.connect();
    const heard = new Promise<unknown>((resolve) => {
      listener.once('notification', () => resolve(sql(db, 'select state from job where id = $1', [job_id])));
    });
    await db.notifier.flush();
    await listener.query('listen asterion_event');
    await settleJobs(db, workerId, [success(job)]);
    expect(await heard).toEqual([{ state: 'succeeded' }]);
    await listener.query('unlisten *');
    listener.release();
  });
});

describe('a burst of a thousand notes', () => {
  it('is one at once and one behind it, with every id in them', async () => {
    const sent: string[] = [];
    const notifier = new Notifier(async (_, payload) => sent.push(payload));
    const ids = Array.from({ length: 1_000 }, (_, index) => `job-${index}`);
    for (const id of ids) notifier.note('asterion_cancel', [id]);
    await notifier.flush();
    expect(sent.flatMap((payload) => payload.split(',')).toSorted()).toEqual(ids.toSorted());
    // 999 ids do not fit into one note of PostgreSQL: 200 in each.
    expect(sent.length).toBe(1 + 5);
    expect(Math.max(...sent.map((payload) => payload.length))).toBeLessThan(8_000);
  });

  it('without a payload is two', async () => {
    let sent = 0;
    const notifier = new Notifier(async () => ++sent);
    for (let index = 0; index < 1_000; index++) notifier.note('asterion_event');
    await notifier.flush();
    expect(sent).toBe(2);
  });

  it('that cannot be sent is counted and hurts nobody', async () => {
    const notifier = new Notifier(() => Promise.reject(new Error('the database is away')));
    notifier.note('asterion_event');
    await notifier.flush();
    expect(notifier.lost).toBe(1);
  });
});
