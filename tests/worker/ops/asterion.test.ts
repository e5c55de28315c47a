// The operator's commands as processes: what they print, and the exit code that scripts rely on.
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, emptyTables, jobRow, loseLease, submitted } from '#tests/support/jobs.ts';
import { type Ran, runAsterion } from '#tests/worker/ops/command-line.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

function asterion(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runAsterion(database.url, args, { env });
}

describe('asterion', { timeout: 60_000 }, () => {
  it('explains every command', async () => {
    const { code, stdout } = await asterion(['--help']);
    expect(code).toBe(0);
    const names =
      'ask run-worker reclaim-stuck-jobs list-jobs job-details cancel-job retry-job queue-metrics migrate archive-old-jobs doctor drain pause resume schedules proof';
    for (const name of names.split(' ')) expect(stdout).toContain(`  ${name} `);
    expect(stdout).toContain('Exit codes');
    // No terminal: no colour.
    expect(stdout).not.toContain('\u001b');
  });

  it('answers wrong usage and a missing database with 2 and a sentence', async () => {
    const wrong = await asterion(['list-jobs', '--state', 'lost']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('queued, running, succeeded');
    const missing = await asterion(['list-jobs'], { DATABASE_URL: '', ASTERION_DATA_DIR: '/nowhere' });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('DATABASE_URL');
  });

  it('lists and details jobs for people and for machines', async () => {
    const { job_id } = await submitted(database.db, { text: 'Name three \u001b[31mrivers' });
    const table = await asterion(['list-jobs', '--state', 'queued', '--since', '1h']);
    expect(table.stdout).toContain(job_id);
    expect(table.stdout).not.toContain('\u001b');
    const list = JSON.parse((await asterion(['list-jobs', '--json'])).stdout);
    expect(list.jobs).toMatchObject([{ job_id, state: 'queued' }]);
    const details = JSON.parse((await asterion(['job-details', job_id, '--json'])).stdout);
    expect(details).toMatchObject({ job_id, events: [{ state: 'queued' }] });
    expect((await asterion(['job-details', '00000000-0000-4000-8000-000000000000'])).code).toBe(1);
  });

  it('works off the queue once and exits', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { text: '@demo reply="done"\nAnything' });
    expect((await asterion(['run-worker', '--once'])).code).toBe(0);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'succeeded' });
  });

  it('cancels a job, says when there is nothing to cancel, and retries it', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    expect((await asterion(['cancel-job', job_id])).code).toBe(0);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'cancelled' });
    expect(JSON.parse((await asterion(['cancel-job', job_id, '--json'])).stdout)).toMatchObject({ already: true });
    const retried = JSON.parse((await asterion(['retry-job', job_id, '--json'])).stdout);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'superseded', superseded_by: retried.job_id });
    const again = await asterion(['cancel-job', job_id]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('superseded');
  });

  it('takes jobs back from a dead worker', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    const workerId = await aWorker(db);
    await claimOne(db, workerId);
    await loseLease(db, workerId);
    expect((await asterion(['reclaim-stuck-jobs'])).stdout).toContain(job_id);
    expect(await jobRow(db, job_id)).toMatchObject({ state: 'queued', attempt: 2 });
    expect((await asterion(['reclaim-stuck-jobs'])).stdout).toContain('Nothing to reclaim');
  });

  it('counts the queue', async () => {
    await submitted(database.db);
    expect(JSON.parse((await asterion(['queue-metrics', '--json'])).stdout)).toMatchObject({
      queue: { queued: 1, running: 0 },
      counts: [{ kind: 'prompt', state: 'queued', count: 1 }],
    });
    expect((await asterion(['queue-metrics'])).stdout).toContain('living workers');
  });
});
