// SIGSTOP past the lease, then SIGCONT: workers that believe they still hold what was taken from them.
import { setTimeout as wait } from 'node:timers/promises';
import { stopWell } from '../world/ground.ts';
import type { Scenario } from '../world/stage.ts';

const leaseMs = 1_500;
const lease = { ASTERION_HEARTBEAT_MS: '250', ASTERION_LEASE_MS: String(leaseMs), ASTERION_RETRY_SCALE: '0.01' };
const workers = 3;

export const zombies: Scenario = {
  name: 'zombies',
  promise: 'workers stopped past their lease and continued change nothing that others have done',
  async run(stage) {
    const jobs = stage.share(0.04, 300);
    const ground = await stage.ground({ ...lease, ASTERION_WORKER_CONCURRENCY: '8' });
    // A part of them is deaf: their models speak on whatever their worker has understood.
    await ground.submitNumbered(jobs - 20, 'delay=250ms rate=0');
    for (let at = 0; at < 20; at += 1)
      await ground.submit({ text: `@demo delay=0 rate=40 tokens=60 deaf\nDeaf ${at}` });
    const all = Array.from({ length: workers }, () => ground.worker());
    await ground.reached(['succeeded'], 1);
    let freezes = 0;
    let isOver = false;
    const freezing = (async () => {
      for (; !isOver || freezes < workers; freezes += 1) {
        const frozen = all[freezes % workers];
        frozen?.kill('SIGSTOP');
        await wait(leaseMs * 1.6);
        frozen?.kill('SIGCONT');
        await ground.expectPromises('as a zombie continues');
      }
    })();
    await Promise.all([freezing, ground.drained(240_000).finally(() => (isOver = true))]);
    await stopWell(...all);
    await ground.expectAllAnswered();
    const lost = await ground.count(`select count(*) as n from job_attempt where outcome = 'lost'`);
    if (lost === 0) throw new Error('nobody lost a claim: no worker was a zombie');
    return `${jobs} jobs, ${freezes} freezes of ${leaseMs * 1.6} ms with a lease of ${leaseMs} ms, ${lost} claims taken over`;
  },
};
