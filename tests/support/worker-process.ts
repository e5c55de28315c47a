// A real worker process on a test's database, with a short lease unless the test says otherwise.
import { type RealProcess, spawnNode } from './child-process.ts';

/** Short enough for a test, long enough for a busy machine. */
export const quickLease = { ASTERION_HEARTBEAT_MS: '250', ASTERION_LEASE_MS: '2500', ASTERION_RETRY_SCALE: '0.01' };

/** Default settings of the product: beats every 5 s, a lease of 30 s, real backoff. */
export const productLease = { ASTERION_HEARTBEAT_MS: '', ASTERION_LEASE_MS: '', ASTERION_RETRY_SCALE: '' };

/** Starts `worker/main.ts`. It claims as soon as it is up; its log lines are JSON. */
export function startWorkerProcess(databaseUrl: string, env: Record<string, string | undefined> = {}): RealProcess {
  return spawnNode(['--import', 'tsx', 'worker/main.ts'], {
    ...quickLease,
    ASTERION_LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    ...env,
  });
}
