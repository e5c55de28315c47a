// The product as people run it, for questions that go through HTTP: web and worker under their supervisor.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** A first start also builds the web part. */
const startWithinMs = 300_000;

export async function startProduct(databaseUrl: string) {
  const port = await freePort();
  // A group of its own, so that no process of it can outlive the measurement.
  const child = spawn(process.execPath, ['--import', 'tsx', 'worker/start.ts'], {
    cwd: root,
    detached: true,
    env: childEnvironment({ DATABASE_URL: databaseUrl, PORT: String(port), ASTERION_LOG_LEVEL: 'warn' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4_000)));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + startWithinMs;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the product did not start:\n${said}`);
    await wait(250);
  }
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.pid === undefined) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, wait(3_000)]);
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The whole group has already left.
      }
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
