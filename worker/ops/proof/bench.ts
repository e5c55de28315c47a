// The table a proof is made on: a database, processes, and the checks that decide whether it holds.
import { setTimeout as wait } from 'node:timers/promises';
import { localViewer } from '#lib/auth/viewer.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import type { SubmitRequest } from '#lib/domain/prompt.ts';
import type { Database } from '#lib/store/client.ts';
import { readJob } from '#lib/store/jobs/details.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { CommandError } from '../command.ts';
import { asterion, type ProofProcess } from './process.ts';

export interface Checked {
  readonly claim: string;
  readonly holds: boolean;
  readonly facts: string;
}

/** One proof: what it promises, and how it is shown. */
export interface Proof {
  readonly name: string;
  readonly promise: string;
  readonly show: (bench: ProofBench) => Promise<void>;
}

export class ProofBench {
  readonly checked: Checked[] = [];

  constructor(
    readonly db: Database,
    readonly url: string,
    private readonly onChecked: (checked: Checked) => void,
  ) {}

  /** Writes down whether a claim holds; the proof goes on either way. */
  check(claim: string, holds: boolean, facts = ''): void {
    const checked = { claim, holds, facts };
    this.checked.push(checked);
    this.onChecked(checked);
  }

  /** Submits a prompt to the demo model. */
  async submit(
    text: string,
    more: Partial<SubmitRequest> = {},
    key?: string,
  ): Promise<{ job_id: string; prompt_id: string }> {
    const request = { text, options: { model: 'demo' }, ...more };
    const outcome = await submitPrompt(this.db, localViewer, request, key);
    if (!outcome.ok) throw new CommandError(`a prompt of the proof was refused: ${outcome.message}`);
    return outcome.answer;
  }

  async job(id: string): Promise<JobDetails> {
    const job = await readJob(this.db, null, id);
    if (job === null) throw new CommandError(`job ${id} of the proof has vanished`);
    return job;
  }

  /** Starts a worker process and resolves when it has registered. */
  async worker(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<ProofProcess> {
    const worker = asterion(this.url, ['run-worker', ...args], env);
    await this.until('a worker has registered', 60_000, async () =>
      (await listWorkers(this.db)).some(({ pid, isAlive }) => pid === worker.pid && isAlive),
    );
    return worker;
  }

  /** SIGTERM; it must end by itself and without a fault. */
  async stop(...workers: readonly ProofProcess[]): Promise<void> {
    for (const worker of workers) worker.send('SIGTERM');
    for (const worker of workers) {
      const code = await worker.ended;
      if (code !== 0)
        this.check('a stopped worker ends without a fault', false, `exit code ${code}: ${worker.errors().slice(-300)}`);
    }
  }

  /** Waits until it is so. Throws, and the proof fails, when it takes longer. */
  async until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + withinMs;
    while (!(await isSo())) {
      if (performance.now() > end) throw new CommandError(`not within ${withinMs / 1_000} s: ${what}`);
      await wait(25);
    }
  }

  /** Waits until the job has ended and resolves with it. */
  async ended(id: string, withinMs = 60_000): Promise<JobDetails> {
    await this.until('a job has ended', withinMs, async () => (await this.job(id)).finished_at !== null);
    return this.job(id);
  }

  /** Waits until a worker has the job and resolves with that worker's process id. */
  async claimedBy(id: string): Promise<number> {
    await this.until('a worker has claimed a job', 60_000, async () => (await this.job(id)).worker_id !== null);
    const owner = (await this.job(id)).worker_id;
    return (await listWorkers(this.db)).find((worker) => worker.id === owner)?.pid ?? 0;
  }
}

/** How each attempt ended: `lost/worker_crash, succeeded`. */
export function attemptsOf({ attempts }: JobDetails): string {
  return attempts.map(({ outcome, error_kind }) => [outcome, error_kind].filter(Boolean).join('/')).join(', ');
}
