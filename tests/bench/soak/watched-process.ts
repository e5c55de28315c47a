// A web or worker process that answers how much memory it uses, and is gone when the bench is.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { childEnvironment } from '#lib/config.ts';
import { atLeaving } from '#tests/bench/leaving.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const preload = new URL('./report-memory.mjs', import.meta.url).href;

/** Bytes, but for `cpuMs` (since its start) and `openFiles` (sockets too; 0 where the system does not tell). */
export interface Reading {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly cpuMs: number;
  readonly openFiles: number;
}

export interface WatchedProcess {
  readonly name: string;
  readonly pid: number;
  read(): Promise<Reading>;
  /** After a full collection: what is really kept. With a file's name a heap snapshot is written there too. */
  readKept(snapshot?: string): Promise<Reading>;
  stop(): Promise<void>;
}

const answer = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number(), cpuMs: z.number() });
const answerWithinMs = 60_000;

export function startWatched(
  name: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): WatchedProcess {
  const child = spawn(process.execPath, ['--expose-gc', '--import', preload, ...args], {
    cwd: root,
    // A group of its own: Ctrl-C reaches the bench alone, which ends its processes in order.
    detached: true,
    // Failed attempts are part of the load and no news.
    env: childEnvironment({ ASTERION_LOG_LEVEL: 'error', ...env }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { pid = 0 } = child;
  child.once('exit', (code, signal) => {
    if (!isStopping) process.stderr.write(`the ${name} process ended by itself: ${signal ?? code}\n`);
  });
  let isStopping = false;
  const read = async (wish: object): Promise<Reading> => {
    const usage = await ask(child, wish);
    const openFiles = await readdir(`/proc/${pid}/fd`).catch(() => []);
    return { ...answer.parse(usage), openFiles: openFiles.length };
  };
  return {
    name,
    pid,
    read: () => read({}),
    readKept: (snapshot) => read({ collect: true, snapshot }),
    stop: atLeaving(async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const patience = new AbortController();
      await Promise.race([gone, wait(10_000, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      child.kill('SIGKILL');
    }),
  };
}

let asked = 0;

async function ask(child: ChildProcess, wish: object): Promise<unknown> {
  if (!child.connected) throw new Error('a process under soak has ended');
  const id = ++asked;
  const signal = AbortSignal.timeout(answerWithinMs);
  const said = once(child, 'message', { signal });
  child.send({ ...wish, id });
  for (let answers = said; ; answers = once(child, 'message', { signal })) {
    const [usage] = await answers;
    if (usage.id === id) return usage;
  }
}
