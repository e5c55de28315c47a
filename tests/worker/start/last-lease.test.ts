// A worker that dies under its supervisor: nobody waits for its lease, and nobody else's lease is touched.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, reached } from '#tests/proofs/support/facts.ts';
import { speakerOf } from '#tests/proofs/support/workers.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, jobRow, sql, submitted } from '#tests/support/jobs.ts';
import { productLease } from '#tests/support/worker-process.ts';
import { Child } from '#worker/start/child.ts';
import { LastLease } from '#worker/start/last-lease.ts';

const database = testDatabase();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'asterion-child-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The worker as the supervisor runs it, with the product's own lease of 30 s. */
function startChild(lease: LastLease): Child {
  return new Child({
    name: 'worker',
    args: ['--import', 'tsx', 'worker/main.ts'],
    env: { ...productLease, ASTERION_LOG_LEVEL: 'info', DATABASE_URL: database.url, NODE_OPTIONS: undefined },
    logFile: path.join(folder, 'worker.log'),
    stopWithinMs: 10_000,
    onMessage: (message) => lease.heard(message),
    onCrash: () => lease.end(),
  });
}

describe('a worker killed under its supervisor', () => {
  it('gives its jobs back within a second, and the next one answers them', { timeout: 60_000 }, async () => {
    const { db, url } = database;
    const child = startChild(new LastLease({ url }));
    const { job_id, prompt_id } = await submitted(db, { text: '@demo delay=0 rate=20 tokens=60\nStill there?' });
    const speaker = await speakerOf(db, job_id);
    process.kill(speaker, 'SIGKILL');
    const killedAt = performance.now();
    await eventually(async () => (await jobRow(db, job_id)).state === 'queued');
    expect(performance.now() - killedAt).toBeLessThan(1_000);
    await reached(db, job_id, 'succeeded');
    expect(await attemptsOf(db, job_id)).toMatchObject([{ outcome: 'lost' }, { outcome: 'succeeded' }]);
    expect(await answersOf(db, prompt_id)).toHaveLength(1);
    await child.stop();
  });
});

describe('the end of a dead worker’s lease', () => {
  it('is the end of no other lease', async () => {
    const { db, url } = database;
    const [dead, alive] = [await aWorker(db), await aWorker(db)];
    await submitted(db);
    const { id } = await claimOne(db, alive);
    const lease = new LastLease({ url });
    lease.heard({ workerId: dead });
    await lease.end();
    expect(await jobRow(db, id)).toMatchObject({ state: 'running', worker_claim: alive });
    expect(await sql(db, 'select id from worker where lease_until > db_now()')).toEqual([{ id: alive }]);
  });

  it('needs an id: what else a child may say changes nothing', async () => {
    const lease = new LastLease({ url: 'postgresql://nobody@127.0.0.1:1/none' });
    for (const message of [undefined, 'ready', { workerId: 'all of them' }, { pid: 1 }]) lease.heard(message);
    // Nothing is asked of the database, or this would complain about the refused connection.
    await expect(lease.end()).resolves.toBeUndefined();
  });
});
