// One child process of the supervisor: its output goes to a file, a crash is said and made good, a stop is bounded.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';
import { complain, say, showErrors } from './say.ts';

const keepLogBytes = 10_000_000;
const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** A child that ran this long before it ended counts as having worked: its next delay is the first one again. */
const healthyAfterMs = 60_000;
const lastLines = 5;

const preload = new URL(`./leave-with-parent.mjs?supervisor=${process.pid}`, import.meta.url).href;
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ChildOptions {
  /** For people: "web" or "worker". */
  readonly name: string;
  /** Arguments of node. */
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly logFile: string;
  /** After SIGTERM it may take this long before it is killed. */
  readonly stopWithinMs: number;
  /** What the child tells over its channel. */
  readonly onMessage?: ((message: unknown) => void) | undefined;
  /** It has died without being asked to; it is started again after this has resolved. Must not reject. */
  readonly onCrash?: (() => Promise<void>) | undefined;
}

export class Child {
  private running: ChildProcess | undefined;
  private stopping = false;
  private renewing = false;
  private readonly wake = new AbortController();
  private readonly log: WriteStream;
  private readonly tail: string[] = [];
  private readonly over: Promise<void>;

  constructor(private readonly options: ChildOptions) {
    this.log = openLogFile(options.logFile);
    this.over = this.keepRunning();
  }

  /** SIGTERM, then after the time SIGKILL. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    this.running?.kill('SIGTERM');
    const patience = new AbortController();
    const late = wait(this.options.stopWithinMs, 'late', { signal: patience.signal }).catch(() => 'done');
    if ((await Promise.race([this.over, late])) === 'late') this.killNow();
    patience.abort();
    await this.over;
    this.log.end();
  }

  /** Ends the process well and starts it anew; nothing is said about it. */
  renew(): void {
    this.renewing = this.running?.kill('SIGTERM') ?? false;
  }

  /** Without waiting for anything. */
  killNow(): void {
    this.stopping = true;
    this.running?.kill('SIGKILL');
  }

  private async keepRunning(): Promise<void> {
    let delayMs = firstDelayMs;
    for (;;) {
      const startedAt = performance.now();
      const how = await this.runOnce();
      if (this.stopping) return;
      if (this.renewing) {
        this.renewing = false;
        continue;
      }
      if (performance.now() - startedAt > healthyAfterMs) delayMs = firstDelayMs;
      complain(
        [
          `The ${this.options.name} process ended unexpectedly (${how}). Starting it again in ${delayMs / 1_000} s.`,
          ...this.tail.splice(0).map((line) => `  ${line}`),
        ].join('\n'),
      );
      await this.options.onCrash?.();
      await wait(delayMs, undefined, { signal: this.wake.signal }).catch(() => undefined);
      if (this.stopping) return;
      delayMs = Math.min(2 * delayMs, longestDelayMs);
    }
  }

  private async runOnce(): Promise<string> {
    // In a group of its own: Ctrl-C reaches the supervisor alone, which stops its children in order.
    const child = spawn(process.execPath, ['--import', preload, ...this.options.args], {
      cwd: root,
      env: childEnvironment(this.options.env),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.running = child;
    if (this.options.onMessage) child.on('message', this.options.onMessage);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.take(line));
    }
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    this.running = undefined;
    return signal === null ? `exit code ${code}` : signal;
  }

  private take(line: string): void {
    this.log.write(`${line}\n`);
    showErrors(this.options.name, line);
    this.tail.push(line.slice(0, 300));
    if (this.tail.length > lastLines) this.tail.shift();
  }
}

function openLogFile(file: string): WriteStream {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > keepLogBytes) renameSync(file, `${file}.old`);
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not take the product down with its log.
  log.on('error', (error) => say(`The log ${file} cannot be written: ${error.message}`));
  return log;
}
