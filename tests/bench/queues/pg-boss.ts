// pg-boss, with batches and its shortest polling interval; finished jobs stay in its table.
import { createRequire } from 'node:module';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { concurrency, type OpenQueue, type Queue } from './queue.ts';

const { version } = createRequire(import.meta.url)('pg-boss/package.json');
const name = 'bench';
/** Its own `work` waits for the polling interval even when there is more, so busy lanes fetch and complete by hand. */
interface Lanes {
  readonly lanes: number;
  readonly batchSize: number;
}

/** In small batches: one by one its fetch, which sorts the backlog, gives a few hundred a second. */
export const pgBoss: Queue = {
  name: 'pg-boss',
  version,
  how: `empty jobs, 2 × ${concurrency} fetched and completed by hand, history kept`,
  open: (url) => open(url, { lanes: 2, batchSize: concurrency }),
};

/** Its fastest form: a hundred empty jobs share one fetch and one complete, and one outcome. */
export const pgBossBatched: Queue = {
  name: 'pg-boss batched',
  version,
  how: 'empty jobs, 4 × 100 share one outcome, history kept',
  only: ['drain'],
  open: (url) => open(url, { lanes: 4, batchSize: 100 }),
};

async function open(url: string, how: Lanes): Promise<OpenQueue> {
  const boss = new PgBoss({ connectionString: url, max: 16, supervise: false, schedule: false });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(name);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return {
    async add() {
      const id = await boss.send(name, {});
      if (id === null) throw new Error('pg-boss did not take the job');
      return id;
    },
    addMany: (count) => boss.insert(Array.from({ length: count }, () => ({ name, data: {} }))),
    work: (onStart) => work(boss, how, onStart),
    isEmpty: async () =>
      (await pool.query(`select from pgboss.job where name = $1 and state < 'completed' limit 1`, [name])).rowCount ===
      0,
    async close() {
      await pool.end();
      await boss.stop({ graceful: false, wait: true });
    },
  };
}

async function work(boss: PgBoss, { lanes, batchSize }: Lanes, onStart: (id: string) => void) {
  let isStopping = false;
  const lane = async () => {
    while (!isStopping) {
      const jobs = await boss.fetch(name, { batchSize });
      if (jobs.length === 0) break;
      for (const { id } of jobs) onStart(id);
      await boss.complete(
        name,
        jobs.map(({ id }) => id),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await boss.work<object>(name, { batchSize: concurrency, pollingIntervalSeconds: 0.5 }, async (jobs) => {
    for (const { id } of jobs) onStart(id);
  });
  return {
    async stop() {
      isStopping = true;
      await boss.offWork(name);
    },
  };
}
