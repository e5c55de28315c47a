// Real processes for a proof: workers and clients that can be stopped, continued and killed, and that never outlive it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Should the proof itself be killed, its processes end too.
const preload = new URL(`../../start/leave-with-parent.mjs?supervisor=${process.pid}`, import.meta.url).href;
const program = path.join(root, 'worker/ops/asterion.ts');

export interface ProofProcess {
  readonly pid: number;
  /** What it has written to stdout so far. */
  readonly output: () => string;
  readonly errors: () => string;
  readonly send: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code when it has ended; null after a signal. */
  readonly ended: Promise<number | null>;
}

const living = new Set<ChildProcess>();

/** Runs `asterion …args` on this database, without any setting or key of the person who asks for the proof. */
export function asterion(
  url: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProofProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, program, ...args], {
    cwd: root,
    env: childEnvironment({ ...nothingOfYours, DATABASE_URL: url, ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  living.add(child);
  let [output, errors] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    living.delete(child);
    return code as number | null;
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    send: (signal) => child.kill(signal),
    ended,
  };
}

/** Kills what still runs, a stopped process too, and waits until it is gone. */
export async function endAll(): Promise<void> {
  await Promise.all(
    [...living].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    }),
  );
}

/** Empty counts as unset. */
const nothingOfYours = {
  DIRECT_URL: '',
  ASTERION_DEFAULT_MODEL: 'demo',
  ASTERION_LANE_LIMITS: '',
  ASTERION_WORKER_CONCURRENCY: '',
  ASTERION_HEARTBEAT_MS: '',
  ASTERION_LEASE_MS: '',
  ASTERION_RETRY_SCALE: '',
  ASTERION_LOG_LEVEL: 'warn',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  ANTHROPIC_API_KEY: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  OLLAMA_BASE_URL: '',
  NODE_OPTIONS: undefined,
};
