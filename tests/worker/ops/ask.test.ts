// `asterion ask`: the terminal watches; the job belongs to the worker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealProcess, spawnNode } from '#tests/support/child-process.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { jobRow, sql } from '#tests/support/jobs.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';
import { program, runAsterion } from '#tests/worker/ops/command-line.ts';

const database = testDatabase();
let worker: RealProcess;
beforeAll(() => {
  worker = startWorkerProcess(database.url, { ASTERION_DEFAULT_MODEL: 'demo' });
});
afterAll(async () => {
  worker.kill('SIGTERM');
  expect(await worker.stopped, worker.logs()).toEqual({ code: 0, signal: null });
});

describe('asterion ask', { timeout: 60_000 }, () => {
  it('prints the answer and nothing else on stdout, and ends with 0', async () => {
    const ran = await runAsterion(database.url, [
      'ask',
      '@demo delay=0 rate=50 reply="Elbe, Oder, Rhine"\nThree',
      'rivers',
    ]);
    expect(ran).toMatchObject({ code: 0, stdout: 'Elbe, Oder, Rhine\n' });
  });

  it('reads the prompt from stdin, and prints one document with --json', async () => {
    const input = '@demo delay=0 rate=0 reply="piped"\nFrom a pipe';
    const { stdout, code } = await runAsterion(database.url, ['ask', '--json', '-'], { input });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'succeeded', answer: 'piped', answered_by: 'demo' });
  });

  it('says why there is no answer and ends with 1; refuses nonsense with 2', async () => {
    const failed = await runAsterion(database.url, ['ask', '@demo fail=400 delay=0\nNo']);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/\w+.*\.\n/);
    expect((await runAsterion(database.url, ['ask', '-'], { input: '   ' })).code).toBe(2);
    const parent = await runAsterion(database.url, ['ask', '--continues', '00000000-0000-4000-8000-000000000000', 'x']);
    expect(parent).toMatchObject({ code: 2, stdout: '' });
  });

  it('on Ctrl-C only stops watching, says how to stop the job, and the job goes on', async () => {
    const asking = spawnNode(['--import', 'tsx', program, 'ask', '@demo delay=0 rate=20 tokens=60\nSlowly'], {
      DATABASE_URL: database.url,
    });
    await eventually(() => asking.logs().length > 10, { withinMs: 30_000 });
    asking.kill('SIGINT');
    expect(await asking.stopped).toEqual({ code: 1, signal: null });
    const [id] = /cancel-job (\S+)/.exec(asking.logs())?.slice(1) ?? [];
    await eventually(async () => (await jobRow(database.db, id ?? '')).state === 'succeeded', { withinMs: 30_000 });
    const [row] = await sql<{ attempts: number }>(
      database.db,
      'select count(*) as attempts from job_attempt where job_id = $1',
      [id],
    );
    expect(row?.attempts).toBe(1);
  });
});
