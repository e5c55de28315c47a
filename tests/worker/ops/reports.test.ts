// The commands that look back: jobs by any filter, failures in groups, and the ledger.
import { beforeEach, describe, expect, it } from 'vitest';
import { settleJobs } from '#lib/store/claims.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claimOne, emptyTables, jobRow, submitted } from '#tests/support/jobs.ts';
import { type Ran, runAsterion } from '#tests/worker/ops/command-line.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const asterion = (...args: string[]): Promise<Ran> => runAsterion(database.url, args);

async function failed(message: string): Promise<string> {
  const { db } = database;
  const { job_id } = await submitted(db, { text: 'Sketch a lease' });
  const workerId = await aWorker(db);
  const { id, claim, attempt } = await claimOne(db, workerId);
  await settleJobs(db, workerId, [{ jobId: id, claim, attempt, type: 'failed', kind: 'auth', message }]);
  return job_id;
}

describe('asterion', { timeout: 90_000 }, () => {
  it('groups failures and runs a group again', async () => {
    expect((await asterion('failures', '--hours', '1')).stdout).toContain('Nothing failed in the last 1 h.');
    const ids = [await failed('The key 1 was refused.'), await failed('The key 22 was refused.')];
    const { groups } = JSON.parse((await asterion('failures', '--json')).stdout);
    expect(groups).toMatchObject([{ count: 2, pattern: 'The key # was refused.' }]);
    const group: string = groups[0].group_id;
    expect((await asterion('failures')).stdout).toMatch(new RegExp(`${group} +2 +auth`));
    expect((await asterion('list-jobs', '--group', group, '--json')).stdout).toContain(ids[0]);
    expect((await asterion('retry-failures', group, '--dry-run')).stdout).toContain('2 jobs would run again');
    expect(await jobRow(database.db, ids[0] ?? '')).toMatchObject({ state: 'failed' });
    const done = JSON.parse((await asterion('retry-failures', group, '--ever', '--json')).stdout);
    expect(done).toEqual({ group, found: 2, retried: 2, left_alone: 0 });
    expect(await jobRow(database.db, ids[0] ?? '')).toMatchObject({ state: 'superseded' });
    expect(await asterion('retry-failures', group)).toMatchObject({ code: 1 });
    expect(await asterion('retry-failures', 'all')).toMatchObject({ code: 2 });
  });

  it('lists jobs by every filter and order', async () => {
    const id = await failed('The key was refused.');
    await answered(database.db);
    const filters = ['--state', 'failed', '--error-kind', 'auth', '--priority', '50', '--model', 'default'];
    const more = ['--text', 'lease', '--since', '1h', '--until', '2999-01-01T00:00:00Z', '--sort', 'longest'];
    const { jobs } = JSON.parse((await asterion('list-jobs', ...filters, ...more, '--json')).stdout);
    expect(jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([id]);
    expect(await asterion('list-jobs', '--sort', 'luck')).toMatchObject({ code: 2 });
  });

  it('prints the ledger as a table, JSON and CSV', async () => {
    expect((await asterion('ledger')).stdout).toContain('No model was asked');
    await answered(database.db, { text: '=2+5' });
    expect((await asterion('ledger', '--by', 'model')).stdout).toMatch(/demo +1 +≈ 3 +≈ 5/);
    const report = JSON.parse((await asterion('ledger', '--by', 'thread', '--json')).stdout);
    expect(report).toMatchObject({ zone: 'UTC', rows: [{ label: '=2+5', calls: 1 }], totals: { calls: 1 } });
    expect((await asterion('ledger', '--by', 'call', '--csv')).stdout).toMatch(
      /^time \(UTC\),model,.*\r\n[^\n]*,'=2\+5,/,
    );
    for (const wrong of [
      ['--by', 'call'],
      ['--csv', '--json'],
      ['--from', '2026-02-30'],
      ['--zone', 'Mars'],
      ['--from', '2026-02-02', '--to', '2026-02-01'],
    ])
      expect([wrong, (await asterion('ledger', ...wrong)).code]).toEqual([wrong, 2]);
  });

  it.each(['failures', 'retry-failures', 'ledger'])('explains %s', async (name) => {
    const { code, stdout } = await asterion(name, '--help');
    expect([code, stdout.includes('Example')]).toEqual([0, true]);
  });
});
