// One database with its load and its processes: submits until acknowledged, starts and ends workers, and asks the tables.
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { SubmitRequest } from '#lib/domain/prompt.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { submitAll } from '#lib/store/jobs/submit.ts';
import { isOutage } from '#lib/store/outage.ts';
import { type RealProcess, spawnNode } from '#tests/support/child-process.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sql, viewer } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';
import { quickLease, startWorkerProcess } from '#tests/support/worker-process.ts';
import { brokenPromises } from '../promises.ts';

/** No setting or key of whoever runs this may reach a process of it. */
const nothingOfYours = {
  DIRECT_URL: '',
  ASTERION_DEFAULT_MODEL: 'demo',
  ASTERION_LANE_LIMITS: '',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  ANTHROPIC_API_KEY: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  OLLAMA_BASE_URL: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
};

/** Deaths are what is being made here: a job must never run out of attempts by them. */
export const patient = { max_attempts: 20 };
const perSubmit = 200;

export class Ground {
  /** Prompts whose submit was acknowledged. */
  readonly accepted = new Set<string>();
  readonly db: Database;
  private readonly processes: RealProcess[] = [];
  private numbered = 0;

  constructor(
    readonly url: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {
    this.db = openDatabase({ url, poolSize: 6, name: 'asterion chaos' });
  }

  /** Starts a worker; `env` over the ground's own. */
  worker(env: Readonly<Record<string, string>> = {}): RealProcess {
    return this.own(startWorkerProcess(this.url, { ...nothingOfYours, ...this.env, ...env }));
  }

  /** Again and again while the database is away; any other fault is thrown. */
  private async throughOutages<T>(ask: () => Promise<T>): Promise<T> {
    const until = performance.now() + 180_000;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!isOutage(error) || performance.now() > until) throw error;
      }
      await wait(100);
    }
  }

  /** A worker that hands running jobs back half a second after SIGTERM. */
  impatientWorker(env: Readonly<Record<string, string>> = {}): RealProcess {
    const settings = { ...quickLease, ASTERION_LOG_LEVEL: 'info', DATABASE_URL: this.url };
    return this.own(
      spawnNode(['--import', 'tsx', 'tests/proofs/chaos/preload/impatient-worker.ts'], {
        ...settings,
        ...nothingOfYours,
        ...this.env,
        ...env,
      }),
    );
  }

  /** Takes a process in, to be killed at the end whatever happens. */
  own<T extends RealProcess>(started: T): T {
    this.processes.push(started);
    return started;
  }

  async web(env: Readonly<Record<string, string>> = {}, port?: number): Promise<WebProcess> {
    const { DATABASE_URL = this.url, ...rest } = { ...nothingOfYours, ...this.env, ...env };
    return this.own(await startWebProcess(DATABASE_URL, rest, port));
  }

  /** Prompts with a number each, whose right answer is known. `pace` is what the demo model is told beside it. */
  async submitNumbered(count: number, pace: string): Promise<void> {
    for (let from = 0; from < count; from += perSubmit)
      await this.submitThrough(
        Array.from({ length: Math.min(perSubmit, count - from) }, () => {
          this.numbered += 1;
          return { text: `@demo ${pace} reply="answer ${this.numbered}"\nquestion ${this.numbered}` };
        }),
      );
  }

  /** Submits one prompt as it is. */
  async submit(request: SubmitRequest): Promise<string> {
    const [id] = await this.submitThrough([request]);
    if (id === undefined) throw new Error('a submit gave no id');
    return id;
  }

  /** As a browser does: the same ids and keys again until the database has acknowledged them. */
  private async submitThrough(requests: readonly SubmitRequest[]): Promise<string[]> {
    const items = requests.map((request) => {
      const prompt_id = newId();
      return { viewer, request: { options: patient, prompt_id, ...request }, key: prompt_id };
    });
    const outcomes = await this.throughOutages(() => submitAll(this.db, items));
    for (const outcome of outcomes) {
      if (!outcome.ok) throw new Error(`a prompt was refused: ${outcome.message}`);
      this.accepted.add(outcome.answer.prompt_id);
    }
    return outcomes.map((outcome) => (outcome.ok ? outcome.answer.prompt_id : ''));
  }

  /** The prompt's current job. */
  async jobOf(promptId: string): Promise<string> {
    const [job] = await sql<{ id: string }>(
      this.db,
      `select id from job where prompt_id = $1 and state <> 'superseded'`,
      [promptId],
    );
    if (job === undefined) throw new Error(`prompt ${promptId} has no job`);
    return job.id;
  }

  /** Resolves when this many jobs are in one of these states. */
  reached(states: readonly string[], least: number, withinMs = 60_000): Promise<void> {
    return this.until(`${least} jobs ${states.join(' or ')}`, withinMs, async () => {
      const [row] = await sql<{ n: number }>(this.db, 'select count(*) as n from job where state = any($1)', [states]);
      return (row?.n ?? 0) >= least;
    });
  }

  /** Resolves when no job is open. While the database is away, that is not so. */
  drained(withinMs: number): Promise<void> {
    return this.until('all jobs ended', withinMs, async () => {
      const rows = await sql<{ state: string; n: number }>(
        this.db,
        `select state, count(*) as n from job where finished_at is null group by state`,
      );
      if (rows.length > 0) throw new Error(rows.map(({ state, n }) => `${n} ${state}`).join(', '));
      return true;
    });
  }

  async until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
    await eventually(isSo, { withinMs }).catch((error: Error) => {
      throw new Error(`${what}: ${error.message}`);
    });
  }

  /** Resolves when the lease of every worker that has been seen is over. */
  leasesOver(): Promise<void> {
    return this.until('every lease over', 20_000, async () => {
      const [row] = await sql<{ n: number }>(this.db, 'select count(*) as n from worker where lease_until > db_now()');
      return row?.n === 0;
    });
  }

  /** Throws with every promise that does not hold at this instant. */
  async expectPromises(when: string): Promise<void> {
    const broken = await brokenPromises(this.db, this.accepted);
    if (broken.length === 0) return;
    const lines = broken.map(
      ({ promise, count, examples }) => `  ${promise}: ${count} rows, e.g. ${examples.join(' ')}`,
    );
    throw new Error(`${when}, these promises are broken:\n${lines.join('\n')}`);
  }

  /** The end of a run: everything that was accepted has ended as it should, nothing else is there, every promise holds. */
  async expectAllAnswered(): Promise<void> {
    const states = await sql<{ state: string; n: number }>(
      this.db,
      'select state, count(*) as n from job group by state',
    );
    const said = states.map(({ state, n }) => `${n} ${state}`).join(', ');
    if (said !== `${this.accepted.size} succeeded`)
      throw new Error(`${this.accepted.size} prompts were accepted, the tables have: ${said}`);
    await this.expectPromises('at the end');
  }

  async count(query: string): Promise<number> {
    const [row] = await sql<{ n: number }>(this.db, query);
    return row?.n ?? 0;
  }

  /** Kills what still runs and closes the connections. */
  async leave(): Promise<void> {
    for (const child of this.processes) child.kill('SIGKILL');
    await Promise.all(this.processes.map(({ stopped }) => stopped));
    await closeDatabase(this.db);
  }
}

/** SIGTERM as soon as each is up (before, it would not know what to do with it); each must end by itself, without a fault. */
export async function stopWell(...processes: readonly RealProcess[]): Promise<void> {
  for (const one of processes) {
    await one.said(/worker started|the web part is ready/);
    one.kill('SIGTERM');
  }
  for (const one of processes) {
    const { code, signal } = await one.stopped;
    if (code !== 0) throw new Error(`a process ended with ${code ?? signal}:\n${one.lines.slice(-5).join('\n')}`);
  }
}
