// The real web process (app/server.ts on the built product) on a free port and a test's database.
import { createServer } from 'node:net';
import { type RealProcess, spawnNode } from './child-process.ts';
import { eventually } from './eventually.ts';

export interface WebProcess extends RealProcess {
  /** http://127.0.0.1:<port>, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
}

/** Starts it and resolves when it answers. Needs a build: `npm test` makes one, `npm run build` by hand. */
export async function startWebProcess(
  databaseUrl: string,
  env: Record<string, string | undefined> = {},
  /** For a restart on the same address. */
  wantedPort?: number,
): Promise<WebProcess> {
  const port = wantedPort ?? (await freePort());
  const web = spawnNode(['--import', 'tsx', 'app/server.ts'], {
    ASTERION_LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...env,
  });
  const origin = `http://127.0.0.1:${port}`;
  const failed = web.stopped.then(() => {
    throw new Error(`the web process ended before it answered:\n${web.logs()}`);
  });
  await Promise.race([failed, eventually(() => answers(origin), { withinMs: 60_000 })]);
  failed.catch(() => undefined);
  return Object.assign(web, { origin, port });
}

async function answers(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health`);
  await response.body?.cancel();
  return response.status < 500;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
