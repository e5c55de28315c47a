// `npm start` as a person meets it: up with one line that matters, down in order, and mistakes said in a sentence.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HealthAnswer, healthAnswer } from '#lib/domain/health.ts';
import { read } from '#lib/domain/wire/shape.ts';
import { lockFolder } from '#prisma/postgres/folder-lock.ts';
import { stopLeftover } from '#prisma/postgres/leftover.ts';
import { type RealProcess, spawnNode } from '#tests/support/child-process.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/web-process.ts';

const patienceMs = 90_000;
let dataDir: string;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'asterion-start-'));
  await chmod(dataDir, 0o755);
  port = await freePort();
});
afterAll(async () => {
  const home = path.join(dataDir, 'postgres');
  await lockFolder(home);
  await stopLeftover(path.join(home, 'cluster'));
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, ...flags: string[]): RealProcess {
  return spawnNode(['--import', 'tsx', 'worker/start.ts', ...flags], {
    ASTERION_DATA_DIR: dataDir,
    PORT: String(port),
    ASTERION_LOG_LEVEL: 'info',
    ...env,
  });
}

async function health(): Promise<HealthAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } });
  const answer = read(healthAnswer, await response.json());
  if (!answer) throw new Error('the health answer has another shape');
  return answer;
}

describe('npm start', () => {
  it('brings everything up, refuses a second one, and leaves nothing behind', { timeout: patienceMs }, async () => {
    const first = start();
    expect(await first.said(/is ready/)).toContain(`http://127.0.0.1:${port}`);
    expect(await health()).toMatchObject({ status: 'ok', worker: { count: 1 } });
    expect(first.lines.some((line) => line.startsWith('{'))).toBe(false);

    const second = start({ PORT: '0' });
    expect(await second.stopped).toEqual({ code: 1, signal: null });
    expect(second.logs()).toContain('is in use by a running Asterion');

    first.kill('SIGTERM');
    expect(await first.stopped).toEqual({ code: 0, signal: null });
    expect(first.lines.at(-1)).toBe('Stopped.');
    await expect(health()).rejects.toThrow();
  });

  it('comes up again after a kill -9 of the supervisor, whose children left by themselves', {
    timeout: patienceMs,
  }, async () => {
    const killed = start();
    await killed.said(/is ready/);
    killed.kill('SIGKILL');
    await killed.stopped;
    await eventually(
      () =>
        health().then(
          () => false,
          () => true,
        ),
      { withinMs: 20_000 },
    );
    const next = start();
    await next.said(/is ready/);
    expect(next.logs()).toContain('still running from a start that was killed');
    expect((await health()).status).toBe('ok');
    next.kill('SIGINT');
    expect((await next.stopped).code).toBe(0);
  });

  it.each([
    ['PORT is no number', { PORT: 'three' }, 'PORT must be a number'],
    ['other machines would be let in', { HOST: '0.0.0.0' }, 'HOST must be a loopback address'],
    [
      'the default model has no key',
      { ASTERION_DEFAULT_MODEL: 'openai/gpt-5', PORT: '0' },
      'ASTERION_DEFAULT_MODEL is openai/gpt-5',
    ],
    [
      'the data folder cannot be made',
      { ASTERION_DATA_DIR: '/proc/nowhere/deep', PORT: '0' },
      'ASTERION_DATA_DIR: the folder',
    ],
    [
      'nothing answers at DATABASE_URL',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', PORT: '0' },
      'cannot be reached',
    ],
  ])('says what is wrong in a sentence when %s', { timeout: patienceMs }, async (_, env, sentence) => {
    const failed = start(env);
    expect(await failed.stopped).toEqual({ code: 1, signal: null });
    expect(failed.logs()).toContain(sentence);
    expect(failed.logs()).not.toMatch(/^\s+at /m);
  });

  it('says that the port is taken and how to choose another', { timeout: patienceMs }, async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const failed = start();
    expect((await failed.stopped).code).toBe(1);
    expect(failed.logs()).toContain(`Port ${port} is in use`);
    squatter.close();
  });

  it('explains itself', { timeout: patienceMs }, async () => {
    const asked = start({}, '--help');
    expect((await asked.stopped).code).toBe(0);
    expect(asked.logs()).toContain('DATABASE_URL');
    const mistaken = start({}, '--hepl');
    expect((await mistaken.stopped).code).toBe(1);
    expect(mistaken.logs()).toContain('Try --help');
  });
});
