// The product as people run it, for questions that go through HTTP: web and worker under their supervisor.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';
import { freePort } from '#tests/support/web-process.ts';
import { atLeaving } from './leaving.ts';
import { folderPrefix } from './server.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The product ends when this process is killed before it could end it. */
const preload = new URL(`../../worker/start/leave-with-parent.mjs?supervisor=${process.pid}`, import.meta.url).href;
/** A first start also builds the web part. */
const startWithinMs = 300_000;

const logsPrefix = `${folderPrefix}logs-`;

export async function startProduct(databaseUrl: string) {
  const port = await freePort();
  await removeLeftLogs();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${logsPrefix}${process.pid}-`));
  const removed = atLeaving(() => rm(dataDir, { recursive: true, force: true }));
  // A group of its own: Ctrl-C reaches the bench alone, which ends what it started in order.
  const child = spawn(process.execPath, ['--import', preload, '--import', 'tsx', 'worker/start.ts'], {
    cwd: root,
    detached: true,
    env: childEnvironment({
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      ASTERION_DATA_DIR: dataDir,
      ASTERION_LOG_LEVEL: 'warn',
    }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = atLeaving(() => end(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4_000)));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + startWithinMs;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the product did not start:\n${said}`);
    await wait(250);
  }
  return {
    url,
    stop: async () => {
      await ended();
      await removed();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = new AbortController();
  await Promise.race([gone, wait(3_000, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
  // Prompts that never end hold it up. Its own children notice that it is gone, and leave at once.
  if (child.kill('SIGKILL')) await wait(1_000);
}

/** A run that was killed leaves its logs behind, named after its process. */
async function removeLeftLogs(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(logsPrefix));
  for (const name of folders) {
    const [pid] = name.slice(logsPrefix.length).split('-');
    if (!isAlive(Number(pid))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
