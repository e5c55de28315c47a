// What happens to a job when its worker dies, freezes or is merely busy; with real processes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { countOf, emptyTables, jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { endWorkers, quick, spawnWorker } from './support/worker-run.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));
afterEach(endWorkers);

const stateOf = async (jobId: string) => (await jobRow(database.db, jobId)).state;
const aliveWorkers = () =>
  sql<{ id: string; pid: number }>(database.db, `select id, pid from worker where lease_until > db_now()`);

describe('the lease', () => {
  it('of a killed worker runs out, and its job is answered once by another', async () => {
    const { db } = database;
    const first = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'wait' });
    await first.reported('started', job_id);
    first.send('SIGKILL');
    await first.exited;
    // What the prompt says decides what the second worker does; the first would have waited for ever.
    await sql(db, `update entity set content = 'say' where kind = 'prompt'`);
    const second = spawnWorker(db.directUrl);
    await second.reported('answered', job_id);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    const attempts = await sql(db, 'select attempt, outcome, error_kind from job_attempt order by claim');
    expect(attempts).toEqual([
      { attempt: 1, outcome: 'lost', error_kind: 'worker_crash' },
      { attempt: 2, outcome: 'succeeded', error_kind: null },
    ]);
    expect(await sql(db, `select count(*) as count from entity where kind = 'response'`)).toEqual([{ count: 1 }]);
  }, 60_000);

  it('of a stopped worker runs out, and what it does after it is continued changes nothing', async () => {
    const { db } = database;
    const frozen = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: 'wait' });
    await frozen.reported('started', job_id);
    frozen.send('SIGSTOP');
    await sql(db, `update entity set content = 'say' where kind = 'prompt'`);
    const other = spawnWorker(db.directUrl);
    await other.reported('answered', job_id);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    const before = await jobRow(db, job_id);
    frozen.send('SIGCONT');
    expect((await frozen.reported('aborted', job_id)).why).toBe('lease_lost');
    // An operator can tell a machine that stood still from a database that did not answer.
    expect(await frozen.logged(/beat came late/)).toContain('lateMs');
    await eventually(async () => {
      const workers = await sql(db, `select id from worker where pid = ${frozen.pid}`);
      return workers.length === 2;
    });
    expect(await jobRow(db, job_id)).toEqual(before);
    expect(await countOf(db, 'ledger')).toBe(1);
  }, 60_000);

  it('is kept while the event loop of its worker is blocked for twice its length', async () => {
    const { db } = database;
    const busy = spawnWorker(db.directUrl);
    const { job_id } = await submitted(db, { text: `block ${2 * quick.leaseMs}` });
    await busy.reported('started', job_id);
    const watcher = spawnWorker(db.directUrl);
    await busy.reported('answered', job_id);
    await eventually(async () => (await stateOf(job_id)) === 'succeeded');
    expect(await sql(db, 'select claim, attempt from job')).toEqual([{ claim: 1, attempt: 1 }]);
    expect((await aliveWorkers()).map(({ pid }) => pid)).toContain(busy.pid);
    watcher.send('SIGTERM');
    busy.send('SIGTERM');
    expect(await busy.exited).toEqual({ code: 0, signal: null });
  }, 60_000);
});
