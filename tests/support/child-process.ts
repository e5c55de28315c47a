// A real process of the product for tests: its lines are kept, it can be signalled, and it never outlives its file.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

export interface RealProcess {
  readonly pid: number;
  /** Everything it has said so far, both streams, line by line. */
  readonly lines: readonly string[];
  /** `lines` as one text. */
  logs(): string;
  /** Resolves with the first line that matches, already said or still to come; fails when the process ends before. */
  said(pattern: RegExp): Promise<string>;
  /** True when the signal could be sent. */
  kill(signal?: NodeJS.Signals): boolean;
  /** Resolves when it has ended. */
  readonly stopped: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

const living = new Set<ChildProcess>();

/** Runs `node ...args` in the project folder; what runs at the end of the test file is killed. */
export function spawnNode(args: readonly string[], env: Record<string, string | undefined>): RealProcess {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: childEnvironment({ NODE_ENV: undefined, VITEST: undefined, NODE_OPTIONS: undefined, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) collectLines(stream, lines, tell);
  let hasEnded = false;
  const stopped = once(child, 'close').then(([code, signal]) => {
    living.delete(child);
    hasEnded = true;
    tell();
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return {
    pid: child.pid ?? 0,
    lines,
    logs: () => lines.join('\n'),
    stopped,
    kill: (signal = 'SIGTERM') => child.kill(signal),
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines.find((candidate) => pattern.test(candidate));
          if (line === undefined && !hasEnded) return;
          listeners.delete(look);
          if (line !== undefined) resolve(line);
          else reject(new Error(`ended without saying ${pattern}:\n${lines.join('\n')}`));
        };
        listeners.add(look);
        look();
      }),
  };
}

function collectLines(stream: NodeJS.ReadableStream, lines: string[], tell: () => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    tell();
  });
  stream.on('end', () => {
    if (rest !== '') lines.push(rest);
  });
}

/** Kills what still runs and waits until it is gone; a stopped process (SIGSTOP) too. The guard calls it after each file. */
export async function killAll(): Promise<void> {
  await Promise.all(
    [...living].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
}
