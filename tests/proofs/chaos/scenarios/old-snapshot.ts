// A transaction that another session forgot: its old snapshot keeps every dead row, and its number stands before the log's horizon.
import pg from 'pg';
import { currentCursor, readEvents } from '#lib/store/events.ts';
import { type Ground, stopWell } from '../world/ground.ts';
import type { Scenario, Stage } from '../world/stage.ts';

export const oldSnapshot: Scenario = {
  name: 'old-snapshot',
  promise: 'an old snapshot held for the whole run neither stops the work nor hides a change from the live view',
  async run(stage) {
    const jobs = stage.share(0.2, 1_000);
    const ground = await stage.ground({
      ASTERION_HEARTBEAT_MS: '1000',
      ASTERION_LEASE_MS: '8000',
      ASTERION_RETRY_SCALE: '0.01',
    });
    const forget = await holdSnapshot(stage, ground);
    const before = await currentCursor(ground.db);
    const workers = [ground.worker(), ground.worker()];
    const startedAt = performance.now();
    await ground.submitNumbered(jobs, 'delay=0 rate=0');
    await ground.drained(240_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    // Everything is above the horizon, and a viewer is told all the same.
    const { events } = await readEvents(ground.db, { after: before, limit: 10 });
    if (events.length === 0) throw new Error('the log shows nothing while the old transaction is open');
    await ground.expectPromises('under the old snapshot');
    // Backends tell their figures when they leave.
    await stopWell(...workers);
    const dead = await deadRows(ground);
    await forget();
    await ground.expectAllAnswered();
    return `${jobs} jobs at ${Math.round(jobs / seconds)}/s with ${dead} dead job rows that no vacuum may take`;
  },
};

/** Versions of job rows that every vacuum has to leave: it is asked to, so that the figure is its own. */
async function deadRows(ground: Ground): Promise<number> {
  await ground.db.pool.query('vacuum job');
  const dead = await ground.count(`select n_dead_tup as n from pg_stat_user_tables where relname = 'job'`);
  if (dead === 0) throw new Error('a vacuum took every dead row: no old snapshot was in its way');
  return dead;
}

/** Opens a REPEATABLE READ transaction with a number of its own; the returned function ends it. */
export async function holdSnapshot(stage: Stage, ground: Ground): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ground.url, application_name: 'asterion forgotten' });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select pg_current_xact_id(), count(*) from job');
  let isOver = false;
  const forget = async () => {
    if (isOver) return;
    isOver = true;
    await client.end();
  };
  stage.atEnd(forget);
  return forget;
}
