// graphile-worker as its documentation runs it: unbatched, NOTIFY wake-up. It deletes finished jobs, so it keeps no history.
import { createRequire } from 'node:module';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { concurrency, type Queue } from './queue.ts';

const { version } = createRequire(import.meta.url)('graphile-worker/package.json');
const quiet = new Logger(() => () => {});

export const graphileWorker: Queue = {
  name: 'graphile-worker',
  version,
  how: 'empty jobs, unbatched, no history',
  async open(url) {
    const pool = openPool(url);
    const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet });
    await utils.migrate();
    return {
      add: async () => (await utils.addJob('bench', {})).id,
      async addMany(count) {
        const job = JSON.stringify({ identifier: 'bench', payload: {} });
        await pool.query(
          `select graphile_worker.add_jobs(array_agg(json_populate_record(null::graphile_worker.job_spec, $1)))
           from generate_series(1, $2::int)`,
          [job, count],
        );
      },
      async work(onStart) {
        // A pool of ours: it ends the connections of its own without waiting for them.
        const workerPool = openPool(url);
        const runner = await run({
          pgPool: workerPool,
          concurrency,
          noHandleSignals: true,
          logger: quiet,
          taskList: { bench: async (_payload, { job }) => onStart(job.id) },
        });
        return {
          async stop() {
            await runner.stop();
            await workerPool.end();
          },
        };
      },
      isEmpty: async () => (await pool.query('select from graphile_worker.jobs limit 1')).rowCount === 0,
      async close() {
        await utils.release();
        await pool.end();
      },
    };
  },
};

/** A connection that breaks while nobody uses it is said, and no reason to end. */
function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 16 });
  pool.on('error', (error) => process.stderr.write(`graphile-worker: ${error.message}\n`));
  return pool;
}
