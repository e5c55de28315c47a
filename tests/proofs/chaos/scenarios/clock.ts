// Workers whose clocks are an hour ahead and an hour behind: the database's clock alone decides.

import type { RealProcess } from '#tests/support/child-process.ts';
import { sql } from '#tests/support/jobs.ts';
import { type Ground, stopWell } from '../world/ground.ts';
import { clockMovedBy } from '../world/preloads.ts';
import type { Scenario } from '../world/stage.ts';

const settings = {
  ASTERION_HEARTBEAT_MS: '500',
  ASTERION_LEASE_MS: '4000',
  ASTERION_RETRY_SCALE: '0.1',
  ASTERION_WORKER_CONCURRENCY: '8',
};
const hourMs = 3_600_000;

export const clock: Scenario = {
  name: 'clock',
  promise:
    'a worker’s wrong clock (one hour ahead, one behind) decides nothing: leases, backoffs, schedules, stored times',
  async run(stage) {
    const jobs = stage.share(0.02, 200);
    const ground = await stage.ground(settings);
    const [ahead, behind] = [1, -1].map((hours) => ground.worker(clockMovedBy(hours).env));
    for (const [worker, hours] of [
      [ahead, 1],
      [behind, -1],
    ] as const)
      await expectMoved(worker, hours);
    await ground.submitNumbered(jobs, 'delay=40ms rate=0');
    await ground.submitNumbered(20, 'delay=0 rate=0 fail=500 times=1');
    const [{ soon } = { soon: '' }] = await sql<{ soon: string }>(
      ground.db,
      `select db_now() + interval '3 seconds' as soon`,
    );
    const [{ later } = { later: '' }] = await sql<{ later: string }>(
      ground.db,
      `select db_now() + interval '59 minutes' as later`,
    );
    await ground.submit({ text: '@demo delay=0 rate=0\nSoon', scheduled_for: soon });
    const waits = await ground.jobOf(
      await ground.submit({ text: '@demo delay=0 rate=0\nLater', scheduled_for: later }),
    );
    await ground.reached(['succeeded'], jobs / 2);
    // Its lease is over by the database's clock in four seconds, whatever the hour is at the other worker's.
    ahead?.kill('SIGKILL');
    await ground.reached(['succeeded'], jobs + 21, 90_000);
    await expectWaiting(ground, waits);
    await stopWell(...(behind ? [behind] : []));
    await ground.expectPromises('at the end');
    return `${jobs + 22} jobs under clocks moved by ${clockMovedBy(1).means}; the job for in 59 minutes still waits at the clock that is an hour ahead`;
  },
};

/** Its own log says what time it believes it is; unmoved, nothing would be proved. */
async function expectMoved(worker: RealProcess | undefined, hours: number): Promise<void> {
  const line = await worker?.said(/worker started/);
  const { time } = JSON.parse(line ?? '{}') as { time?: string };
  const offMs = Date.parse(time ?? '') - Date.now() - hours * hourMs;
  if (!(Math.abs(offMs) < 60_000)) throw new Error(`the clock was not moved by ${hours} h: the worker says ${time}`);
}

async function expectWaiting(ground: Ground, jobId: string): Promise<void> {
  const [job] = await sql(ground.db, 'select state, claim from job where id = $1', [jobId]);
  if (job?.state !== 'queued' || job.claim !== 0) throw new Error(`a job for in 59 minutes is ${JSON.stringify(job)}`);
}
