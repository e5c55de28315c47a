// What a dead worker held goes back at once: its supervisor has seen it die and need not wait for its lease to run out.
import { z } from 'zod';
import type { DatabaseOptions } from '#lib/store/client.ts';
import { complain } from './say.ts';

const identity = z.object({ workerId: z.guid() });
/** Longer than any statement here takes; a database that is away must not hold up the next start. */
const endWithinMs = 3_000;

export class LastLease {
  private workerId: string | undefined;

  constructor(private readonly database: Pick<DatabaseOptions, 'url' | 'directUrl'>) {}

  /** Takes note of the id that the worker process announced; anything else is not for us. */
  heard(message: unknown): void {
    const { data } = identity.safeParse(message);
    if (data) this.workerId = data.workerId;
  }

  /**
   * The process is gone: ends the lease of exactly the id it had, never another's, and takes its jobs back. Never
   * rejects: where the database does not answer in time, the lease runs out by itself.
   */
  async end(): Promise<void> {
    const { workerId } = this;
    if (workerId === undefined) return;
    this.workerId = undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endWithinMs);
    });
    const ending = endLease(this.database, workerId).catch((error: unknown) =>
      complain(`What the worker held is taken back when its lease is over (${(error as Error).message}).`),
    );
    await Promise.race([ending, late]);
    clearTimeout(timer);
  }
}

async function endLease(database: Pick<DatabaseOptions, 'url' | 'directUrl'>, workerId: string): Promise<void> {
  // Loaded when needed: on a fresh clone the supervisor starts before the client is generated.
  const { openDatabase, closeDatabase } = await import('#lib/store/client.ts');
  const { retireWorker } = await import('#lib/store/workers.ts');
  const { reclaimLostJobs } = await import('#lib/store/jobs/reclaim.ts');
  const db = openDatabase({ ...database, poolSize: 1, name: 'asterion supervisor' });
  try {
    await retireWorker(db, workerId);
    await reclaimLostJobs(db);
  } finally {
    await closeDatabase(db);
  }
}
