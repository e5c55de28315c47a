// This product's own queue: whole prompt jobs, with response, edges, ledger, audit and events.
import { localViewer } from '#lib/auth/viewer.ts';
import type { JobKind } from '#lib/domain/job.ts';
import { openLog } from '#lib/log.ts';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { submitAll, submitPrompt } from '#lib/store/jobs/submit.ts';
import { migrate } from '#prisma/migrate.ts';
import type { Handler } from '#worker/handlers/handler.ts';
import { promptHandler } from '#worker/handlers/prompt.ts';
import { openProviders } from '#worker/providers/registry.ts';
import { runWorker } from '#worker/run-worker.ts';
import type { OpenQueue, Queue } from './queue.ts';

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
      work: (onStart) => work(url, onStart),
      async isEmpty() {
        const { rowCount } = await db.pool.query(`select from job where state in ('queued', 'running') limit 1`);
        return rowCount === 0;
      },
      close: () => closeDatabase(db),
    };
  },
};

async function work(url: string, onStart: (id: string) => void): ReturnType<OpenQueue['work']> {
  const answer = promptHandler(openProviders({}));
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
    handlers: new Map<JobKind, Handler>([['prompt', handler]]),
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
