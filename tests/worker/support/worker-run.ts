// Workers for tests: inside this process with scripted handlers, or as a process of their own that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JobKind } from '#lib/domain/job.ts';
import { openLog } from '#lib/log.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { runWorker, type WorkerOptions } from '#worker/run-worker.ts';

/** A lease short enough for tests and long enough for a busy machine. */
export const quick = { beatEveryMs: 250, leaseMs: 3_000 } as const;
const calm = { beatEveryMs: 1_000, leaseMs: 20_000 } as const;

export interface LocalWorker {
  /** Ends it gracefully; resolves when all is closed. */
  stop(): Promise<void>;
  /** Resolves when it ended by itself (`once`). */
  readonly done: Promise<void>;
}

const local = new Set<LocalWorker>();

/** Runs a worker in this process with one handler for prompts. */
export function startWorker(url: string, handler: Handler, changes: Partial<WorkerOptions> = {}): LocalWorker {
  const stopping = new AbortController();
  const done = runWorker({
    url,
    concurrency: 4,
    ...calm,
    once: false,
    batchSize: Number.MAX_SAFE_INTEGER,
    mostJobs: Number.POSITIVE_INFINITY,
    priorityCeiling: 100,
    graceMs: 200,
    limits: { jobLimitMs: 60_000, deafAfterMs: 300, retryScale: 0.01 },
    handlers: new Map<JobKind, Handler>([['prompt', handler]]),
    models: [],
    signal: stopping.signal,
    log: openLog('test worker'),
    ...changes,
  });
  const worker = {
    done,
    stop: async () => {
      stopping.abort();
      await done;
      local.delete(worker);
    },
  };
  local.add(worker);
  return worker;
}

/** A line that the scripted worker prints about a job. */
export interface Report {
  readonly event: 'started' | 'aborted' | 'answered';
  readonly jobId: string;
  readonly why?: string;
}

export interface WorkerProcess {
  readonly pid: number;
  /** Resolves with the first report of this event about this job, whenever it came. */
  reported(event: Report['event'], jobId: string): Promise<Report>;
  /** Resolves with the first log line (warnings and errors) that matches, whenever it came. */
  logged(pattern: RegExp): Promise<string>;
  send(signal: NodeJS.Signals): void;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const scripted = fileURLToPath(new URL('./scripted-worker.ts', import.meta.url));
const living = new Set<ChildProcess>();

/** Starts tests/worker/support/scripted-worker.ts as a process of its own. */
export function spawnWorker(url: string, env: Record<string, string> = {}): WorkerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', scripted], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      ASTERION_HEARTBEAT_MS: String(quick.beatEveryMs),
      ASTERION_LEASE_MS: String(quick.leaseMs),
      ASTERION_RETRY_SCALE: '0.01',
      ASTERION_LOG_LEVEL: 'warn',
      ...env,
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  living.add(child);
  const reports: Report[] = [];
  const lines: string[] = [];
  const readers: { pattern: RegExp; resolve: (line: string) => void }[] = [];
  const waiters: { matches: (report: Report) => boolean; resolve: (report: Report) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const { pattern, resolve } of readers) if (pattern.test(line)) resolve(line);
    const report = reportIn(line);
    if (report === null) return;
    reports.push(report);
    for (const { matches, resolve } of waiters) if (matches(report)) resolve(report);
  });
  return {
    pid: child.pid ?? 0,
    reported: (event, jobId) => {
      const matches = (report: Report) => report.event === event && report.jobId === jobId;
      const known = reports.find(matches);
      return known ? Promise.resolve(known) : new Promise((resolve) => waiters.push({ matches, resolve }));
    },
    logged: (pattern) => {
      const known = lines.find((line) => pattern.test(line));
      return known === undefined
        ? new Promise((resolve) => readers.push({ pattern, resolve }))
        : Promise.resolve(known);
    },
    send: (signal) => child.kill(signal),
    exited: new Promise((resolve) =>
      child.once('exit', (code, signal) => {
        living.delete(child);
        resolve({ code, signal });
      }),
    ),
  };
}

/** For afterEach: no worker outlives its test, however that ended. */
export async function endWorkers(): Promise<void> {
  for (const child of living) child.kill('SIGKILL');
  await Promise.all([...local].map((worker) => worker.stop()));
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** A promise that the test resolves when it wants to. */
export function deferred<T = void>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function reportIn(line: string): Report | null {
  if (!line.startsWith('{"event"')) return null;
  const report: Report = JSON.parse(line);
  return report;
}
