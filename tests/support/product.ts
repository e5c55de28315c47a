// The whole product for a browser test file: a database of its own, the built web part, and a worker.
import { test as base } from '@playwright/test';
import { migrate } from '#prisma/migrate.ts';
import { killAll, type RealProcess } from './child-process.ts';
import { databaseUrl, openServer, statement } from './server.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';
import { startWorkerProcess } from './worker-process.ts';

export interface Product {
  /** Where the web part listens, e.g. http://127.0.0.1:41234 */
  readonly origin: string;
  readonly databaseUrl: string;
  /** The one that listens now. */
  readonly web: WebProcess;
  readonly worker: RealProcess;
  /** Another web process on the same address and database, after `web` was killed. */
  restartWeb(): Promise<WebProcess>;
  /** Another worker on the same database. */
  startWorker(env?: Record<string, string | undefined>): RealProcess;
}

let made = 0;

/** Playwright's test with `product` (per worker process of the runner, so per run of files) and `page.goto('/')` on it. */
export const test = base.extend<object, { server: { url: string }; product: Product }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's text and insists on a pattern.
    async ({}, use) => {
      const server = await openServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [
    async ({ server }, use) => {
      const name = `asterion_e2e_${process.pid}_${++made}`;
      await statement(server.url, `CREATE DATABASE ${name}`);
      const url = databaseUrl(server.url, name);
      await migrate(url);
      const worker = startWorkerProcess(url);
      const web = await startWebProcess(url);
      // A worker that cannot start fails here, with what it said, and not in every test as a prompt that waits.
      await worker.said(/worker started/);
      let listening = web;
      await use({
        origin: web.origin,
        databaseUrl: url,
        get web() {
          return listening;
        },
        worker,
        restartWeb: async () => {
          listening = await startWebProcess(url, {}, web.port);
          return listening;
        },
        startWorker: (env) => startWorkerProcess(url, env),
      });
      await killAll();
      await statement(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
});
