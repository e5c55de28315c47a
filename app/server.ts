// The web process: one HTTP server, the API straight from its route files, the pages from Next; SIGTERM ends it within 3 s.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#lib/config.ts';
import { closeFeed } from '#lib/feed/feed.ts';
import { openLog } from '#lib/log.ts';
import { flushTraces } from '#lib/trace.ts';
import { closeWebDatabase } from './door/database.ts';
import { startPages } from './server/pages.ts';
import { createWebServer, stopWebServer } from './server/web-server.ts';

/** For requests under way, and for live streams to take their last words. */
const patienceMs = 1_500;
/** The supervisor kills after 3 s. */
const leaveAfterMs = 2_800;

const log = openLog('web');

try {
  await main();
} catch (error) {
  log.fatal({ error }, 'the web part could not start');
  process.exit(1);
}

async function main(): Promise<void> {
  const { HOST: host, PORT: port, NODE_ENV } = readConfig();
  const dir = fileURLToPath(new URL('..', import.meta.url));
  const pages = startPages({ dir, host, port, isDev: NODE_ENV === 'development', log });
  const server = createWebServer(pages);
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), leaveAfterMs).unref();
    await Promise.all([stopWebServer(server, patienceMs), closeFeed()]);
    await pages.close();
    await Promise.all([closeWebDatabase(), flushTraces()]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  server.listen(port, host);
  await once(server, 'listening');
  await pages.ready;
  log.info({ host, port }, 'the web part is ready');
}
