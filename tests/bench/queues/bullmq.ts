// BullMQ on its PostgreSQL backend, as its types describe it; finished jobs stay in its table, as its default is.
import { createRequire } from 'node:module';
import { createPostgresBackend, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import { concurrency, type Queue as Subject } from './queue.ts';

const { version } = createRequire(import.meta.url)('bullmq/package.json');
const { Queue, Worker } = withBackend(createPostgresBackend);
const name = 'bench';

export const bullmq: Subject = {
  name: 'bullmq-pg',
  version,
  how: `empty jobs, ${concurrency} at a time, history kept`,
  async open(url) {
    await createTables(url);
    const queue = new Queue(name, { connection: { connectionString: url, max: 16 } });
    queue.on('error', complain);
    await queue.waitUntilReady();
    return {
      async add() {
        const { id } = await queue.add(name, {});
        if (id === undefined) throw new Error('BullMQ gave the job no id');
        return id;
      },
      async addMany(count) {
        await queue.addBulk(Array.from({ length: count }, () => ({ name, data: {} })));
      },
      async work(onStart) {
        const connection = { connectionString: url, max: 16 };
        const worker = new Worker(name, async ({ id = '' }) => onStart(id), { connection, concurrency });
        worker.on('error', complain);
        await worker.waitUntilReady();
        return { stop: () => worker.close() };
      },
      async isEmpty() {
        const { waiting, active, prioritized, delayed } = await queue.getJobCounts();
        return !waiting && !active && !prioritized && !delayed;
      },
      async close() {
        await queue.close();
      },
    };
  },
};

async function createTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

function complain(error: Error): void {
  process.stderr.write(`BullMQ: ${error.message}\n`);
}
