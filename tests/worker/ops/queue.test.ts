// The commands that hold the queue and its workers back, let them go on, and say why something waits.
import { beforeEach, describe, expect, it } from 'vitest';
import { setPause } from '#lib/store/lanes/pauses.ts';
import { registerWorker } from '#lib/store/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  answered,
  aWorker,
  claim,
  claimOne,
  countOf,
  emptyTables,
  jobRow,
  sql,
  submitted,
} from '#tests/support/jobs.ts';
import { type Ran, runAsterion } from '#tests/worker/ops/command-line.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const asterion = (...args: string[]): Promise<Ran> => runAsterion(database.url, args);

async function whyWaits(jobId: string): Promise<Record<string, unknown>> {
  const { stdout } = await asterion('job-details', jobId, '--json');
  return JSON.parse(stdout).waiting;
}

describe('asterion', { timeout: 90_000 }, () => {
  it('pauses and resumes a kind, a lane, a provider, or everything', async () => {
    const { db } = database;
    expect((await asterion('pause')).stdout).toContain('Nothing is paused');
    const paused = await asterion('pause', 'provider:openai', 'lane:default', '--for', '30m', '--reason', 'quota');
    expect(paused.code).toBe(0);
    expect(paused.stdout).toMatch(/provider:openai .*quota/);
    const workerId = await aWorker(db);
    await submitted(db);
    expect(await claim(db, workerId)).toEqual([]);
    expect((await asterion('resume', 'lane:default')).code).toBe(0);
    expect(await claim(db, workerId)).toHaveLength(1);
    const again = await asterion('resume', 'lane:default');
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('was not paused');
    await asterion('pause', '--all');
    expect(JSON.parse((await asterion('resume', '--all', '--json')).stdout).resumed).toContain('kind:prompt');
    expect((await asterion('pause', 'openai')).code).toBe(2);
    expect((await asterion('pause', 'kind:nothing')).stderr).toContain('There is no kind nothing');
  });

  it('pauses prompts that name no model along with the provider they would ask', async () => {
    const { db } = database;
    await registerWorker(db, {
      id: crypto.randomUUID(),
      host: 'test',
      pid: 1,
      slots: 1,
      kinds: ['prompt'],
      models: [{ id: 'openai/gpt-5', label: 'GPT', provider: 'openai', is_demo: false }],
      leaseMs: 60_000,
    });
    const { pauses } = JSON.parse((await asterion('pause', 'provider:openai', '--json')).stdout);
    expect(pauses.map(({ scope }: { scope: string }) => scope)).toEqual(['lane:default', 'provider:openai']);
    expect((await asterion('resume', 'provider:openai')).stdout).toContain('lane:default');
    expect(await countOf(db, 'pause')).toBe(0);
  });

  it('says why a job is not running: position, pause, backoff, dependency, no worker, limit', async () => {
    const { db } = database;
    const first = await submitted(db);
    const child = await submitted(db, { parent_id: first.prompt_id });
    expect(await whyWaits(first.job_id)).toMatchObject({ reason: 'no_worker', position: 1 });
    expect(await whyWaits(child.job_id)).toMatchObject({ reason: 'dependency', waits_for: [first.job_id] });
    await setPause(db, { scopes: ['kind:prompt'], forMs: 60_000, reason: 'maintenance', setBy: 'test' });
    expect(await whyWaits(first.job_id)).toMatchObject({
      reason: 'paused',
      detail: expect.stringContaining('maintenance'),
    });
    expect((await asterion('job-details', first.job_id)).stdout).toMatch(
      /Why it is not running\nreason .*maintenance\nuntil \(UTC\) +2/,
    );
    await asterion('resume', '--all');
    await registerWorker(db, {
      id: crypto.randomUUID(),
      host: 'test',
      pid: 1,
      slots: 1,
      kinds: ['prompt'],
      models: [{ id: 'demo', label: 'Demo', provider: 'demo', is_demo: true }],
      limits: [{ models: 'demo', requestsPerMinute: 1 }],
      leaseMs: 60_000,
    });
    expect(await whyWaits(first.job_id)).toMatchObject({ reason: 'turn', position: 1 });
    await claimOne(db, await aWorker(db));
    const second = await submitted(db, { options: { model: 'demo' } });
    // The worker that started last tells the limits.
    await sql(db, `update worker set started_at = started_at - interval '1 hour' where limits = '[]'`);
    const limited = await whyWaits(second.job_id);
    expect(limited).toMatchObject({
      reason: 'limited',
      detail: expect.stringContaining('at most 1 requests a minute'),
    });
    expect(Date.parse(String(limited.until))).toBeGreaterThan(Date.now());
    await sql(
      db,
      `update job set ready = false, attempt = 2, available_at = db_now() + interval '1 hour' where id = $1`,
      [second.job_id],
    );
    expect(await whyWaits(second.job_id)).toMatchObject({
      reason: 'backoff',
      detail: expect.stringContaining('attempt 2'),
    });
  });

  it('drains a worker and lets it claim again', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db);
    await claimOne(db, workerId);
    const waited = await asterion('drain', workerId, '--wait', '1');
    expect(waited.code).toBe(1);
    expect(waited.stderr).toContain('1 jobs still run');
    await submitted(db);
    expect(await claim(db, workerId)).toEqual([]);
    expect((await asterion('drain', '--all', '--undo')).stdout).toContain('active');
    expect(await claim(db, workerId)).toHaveLength(1);
    expect((await asterion('drain')).code).toBe(2);
    expect((await asterion('drain', '00000000-0000-4000-8000-000000000000')).code).toBe(1);
  });

  it('archives what ended long ago and nothing else', async () => {
    const { db } = database;
    await answered(db);
    expect((await asterion('archive-old-jobs', '--before', '1d')).stdout).toContain('No job ended before');
    expect(JSON.parse((await asterion('archive-old-jobs', '--before', '0s', '--json')).stdout)).toMatchObject({
      moved: 1,
    });
    expect(await countOf(db, 'job')).toBe(0);
    expect((await asterion('archive-old-jobs', '--before', '2999-01-01')).code).toBe(2);
    expect((await asterion('archive-old-jobs')).code).toBe(2);
  });

  it('makes, pauses and removes a schedule', async () => {
    const wrong = await asterion('schedules', 'add', 'Hello', '--name', 'x', '--cron', 'sometimes');
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain('not a cron expression');
    const made = await asterion(
      ...[
        'schedules',
        'add',
        'Sum up',
        '--name',
        'morning',
        '--cron',
        '0 7 * * *',
        '--time-zone',
        'Europe/Berlin',
        '--json',
      ],
    );
    const { id } = JSON.parse(made.stdout);
    expect((await asterion('schedules', 'list')).stdout).toMatch(/morning .*Europe\/Berlin/);
    expect((await asterion('schedules', 'pause', id)).stdout).toContain('paused');
    expect(JSON.parse((await asterion('schedules', 'resume', id, '--json')).stdout).paused_at).toBeNull();
    expect((await asterion('schedules', 'remove', id)).code).toBe(0);
    expect((await asterion('schedules', 'remove', id)).code).toBe(1);
  });

  it('measures the queue by kind, by error and by org', async () => {
    const { db } = database;
    const { job_id } = await submitted(db, { text: '@demo fail=400 delay=0\nNo' });
    await answered(db).catch(() => undefined);
    await runAsterion(database.url, ['run-worker', '--once'], { env: { ASTERION_DEFAULT_MODEL: 'demo' } });
    const metrics = JSON.parse((await asterion('queue-metrics', '--json')).stdout);
    expect(metrics.kinds).toMatchObject([{ kind: 'prompt' }]);
    expect(metrics.kinds[0].ended).toBeGreaterThanOrEqual(1);
    expect((await jobRow(db, job_id)).state).not.toBe('queued');
    const { stdout } = await asterion('queue-metrics');
    for (const words of ['By kind', 'By org', 'error rate', 'wait p50']) expect(stdout).toContain(words);
  });
});
