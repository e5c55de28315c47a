// Every command of the README works as it stands there.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '#lib/config.ts';
import { testDatabase } from '#tests/support/database.ts';
import { root } from './support/child-process.ts';
import { startWebProcess, type WebProcess } from './support/web-process.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const run = promisify(execFile);
const database = testDatabase();
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** Command lines of the sh blocks, continuations joined, remarks cut off. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '');

/** What CI itself runs, and what tests/worker/start starts as a person would. */
const runElsewhere = ['npm ci', 'npm start', 'npm test', 'npm run check', 'npm run worker'];
/** Runs of minutes: here it is only seen that they can be asked how they are used. */
const long = ['npm run proofs', 'npm run proofs -- chaos', 'npm run bench'];

function inShell(command: string) {
  const env = childEnvironment({ DATABASE_URL: database.url, NODE_ENV: undefined, VITEST: undefined });
  return run('bash', ['-c', command], { cwd: root, env, timeout: 60_000 });
}

describe('the README', () => {
  let web: WebProcess;
  beforeAll(async () => {
    startWorkerProcess(database.url);
    web = await startWebProcess(database.url);
  });

  it('names no command that nothing runs', () => {
    const known = (command: string) =>
      [...runElsewhere, ...long, 'npm run asterion -- --help'].includes(command) || command.startsWith('curl ');
    expect(commands.filter((command) => !known(command))).toEqual([]);
    expect(commands.length).toBeGreaterThan(10);
  });

  it('shows requests that are answered as it says', { timeout: 60_000 }, async () => {
    const curls = commands
      .filter((command) => command.startsWith('curl '))
      .map((command) => command.replaceAll('http://127.0.0.1:3000', web.origin));
    const [submit = '', wait = '', stream = ''] = curls;
    expect(curls).toHaveLength(3);
    expect(JSON.parse((await inShell(submit)).stdout)).toMatchObject({
      state: 'queued',
      prompt_id: expect.any(String),
    });
    expect(JSON.parse((await inShell(wait)).stdout)).toMatchObject({ state: 'succeeded' });
    expect((await inShell(`${stream} --max-time 3 || test $? = 28`)).stdout).toContain('event: hello');
  });

  const explained = long.map((command) => `${command} ${command.includes(' -- ') ? '' : '-- '}--help`);
  it.each([...explained, 'npm run asterion -- --help'])('%s explains itself', { timeout: 60_000 }, async (command) => {
    expect((await inShell(command)).stdout.length).toBeGreaterThan(200);
  });

  it('shows pictures that are there', () => {
    for (const [, picture = ''] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      expect(readFileSync(path.join(root, picture)).length).toBeGreaterThan(10_000);
  });
});
