// A lease has room for late beats, and a beat that comes late is said, so that a machine that stood still can be told.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '#lib/config.ts';
import { testDatabase } from '#tests/support/database.ts';
import { jobRow, submitted } from '#tests/support/jobs.ts';
import { endWorkers, quick, spawnWorker } from '#tests/worker/support/worker-run.ts';

const database = testDatabase();
afterEach(endWorkers);

describe('the lease', () => {
  it('that is shorter than four beats is refused by name', () => {
    const settings = (beatMs: string, leaseMs: string) => () =>
      parseConfig({ ASTERION_HEARTBEAT_MS: beatMs, ASTERION_LEASE_MS: leaseMs });
    expect(settings('5000', '19999')).toThrow(ConfigError);
    expect(settings('5000', '19999')).toThrow(/ASTERION_LEASE_MS must be at least 4 × ASTERION_HEARTBEAT_MS/);
    expect(settings('5000', '20000')).not.toThrow();
  });

  it('has room for six beats by default', () => {
    const { ASTERION_HEARTBEAT_MS, ASTERION_LEASE_MS } = parseConfig({});
    expect(ASTERION_LEASE_MS / ASTERION_HEARTBEAT_MS).toBeGreaterThanOrEqual(6);
  });

  it('outlives a pause of its worker that is shorter than itself, and the late beat is said', async () => {
    const { db } = database;
    const worker = spawnWorker(db.directUrl, { ASTERION_LEASE_MS: '10000' });
    const { job_id } = await submitted(db, { text: 'wait' });
    await worker.reported('started', job_id);
    worker.send('SIGSTOP');
    // Several beats long, and far from the lease.
    await wait(4 * quick.beatEveryMs);
    worker.send('SIGCONT');
    expect(await worker.logged(/beat came late/)).toContain('lateMs');
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'running', claim: 1 });
  });
});
