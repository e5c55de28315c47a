// This product's own queue: whole prompt jobs, with response, edges, ledger, audit and events.
import { localViewer } from '#lib/auth/viewer.ts';
import type { JobKind } from '#lib/domain/job.ts';
import { openLog } from '#lib/log.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { submitAll, submitPrompt } from '#lib/store/jobs/submit.ts';
import { migrate } from '#prisma/migrate.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { promptHandler } from '#worker/handlers/prompt.ts';
import { openProviders } from '#worker/providers/registry.ts';
import { runWorker } from '#worker/run-worker.ts';
import type { OpenQueue, Queue } from './queue.ts';

/** The kind of a job that answers nobody: no prompt, no response, no edge. */
const bareKind: JobKind = 'maintenance';

/** The null adapter: answers at once, through everything that a real answer goes through. */
const instantPrompt = { text: '@demo rate=0 delay=0 reply="ok"', options: { model: 'demo' } };
const together = 500;
/** A slot waits for a model nearly all its time, so a worker has many; each claims only what it can begin at once. */
const slots = 256;

export const asterion: Queue = {
  name: 'asterion',
  version: 'this copy',
  how: `whole prompt jobs, ${slots} slots, history kept`,
  async open(url) {
    await migrate(url);
    const db = openDatabase({ url, poolSize: 16, name: 'asterion bench' });
    const answer = promptHandler(openProviders({}));
    return {
      async add() {
        const outcome = await submitPrompt(db, localViewer, instantPrompt);
        if (!outcome.ok) throw new Error(outcome.message);
        return outcome.answer.job_id;
      },
      async addMany(count) {
        for (let left = count; left > 0; left -= together) {
          const items = Array.from({ length: Math.min(left, together) }, () => ({
            viewer: localViewer,
            request: instantPrompt,
            key: undefined,
          }));
          await submitAll(db, items);
        }
      },
      work: (onStart) => work(url, 'prompt', answer, onStart),
      isEmpty: () => isEmpty(db),
      close: () => closeDatabase(db),
    };
  },
};

/** The same engine with nothing to say: what claims, leases, attempts and events cost by themselves, as the peers' empty jobs do. */
export const asterionBare: Queue = {
  name: 'asterion, bare',
  version: 'this copy',
  how: `jobs without prompt and response, ${slots} slots, attempts and events kept`,
  only: ['drain'],
  async open(url) {
    await migrate(url);
    const db = openDatabase({ url, poolSize: 16, name: 'asterion bench' });
    const enqueue = async (count: number) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into job (id, kind, org_id, created_by, max_attempts)
        select gen_random_uuid(), $2, $3, $4, 3 from generate_series(1, $1::int) returning id`,
        [count, bareKind, localViewer.orgId, localViewer.userId],
      );
      return rows;
    };
    const nothing: Handler = async () => ({ content: '', model: 'none' });
    return {
      add: async () => (await enqueue(1))[0]?.id ?? '',
      async addMany(count) {
        for (let left = count; left > 0; left -= together) await enqueue(Math.min(left, together));
      },
      work: (onStart) => work(url, bareKind, nothing, onStart),
      isEmpty: () => isEmpty(db),
      close: () => closeDatabase(db),
    };
  },
};

async function isEmpty(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query(`select from job where state in ('queued', 'running') limit 1`);
  return rowCount === 0;
}

async function work(
  url: string,
  kind: JobKind,
  answer: Handler,
  onStart: (id: string) => void,
): ReturnType<OpenQueue['work']> {
  const handler: Handler = (context) => {
    onStart(context.job.id);
    return answer(context);
  };
  const stopping = new AbortController();
  const done = runWorker({
    url,
    concurrency: slots,
    beatEveryMs: 5_000,
    leaseMs: 30_000,
    once: false,
    batchSize: Number.MAX_SAFE_INTEGER,
    mostJobs: Number.POSITIVE_INFINITY,
    priorityCeiling: 100,
    graceMs: 5_000,
    limits: { jobLimitMs: 60_000, deafAfterMs: 1_000, retryScale: 1 },
    handlers: new Map([[kind, handler]]),
    models: [],
    signal: stopping.signal,
    // Its lines share stdout with the table and with --json: only what spoils a figure is said.
    log: openLog('bench').child({}, { level: 'error' }),
  });
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
