// PostgreSQL stopped at once (immediate mode) and started again, several times, under submits and work.
import { setTimeout as wait } from 'node:timers/promises';
import { stopWell } from '../world/ground.ts';
import { OwnServer } from '../world/own-server.ts';
import type { Scenario } from '../world/stage.ts';

export const databaseStop: Scenario = {
  name: 'database-stop',
  promise: 'PostgreSQL stopped in immediate mode and started again, several times, loses nothing that was acknowledged',
  async run(stage) {
    const jobs = stage.share(0.05, 400);
    const stops = stage.share(0.00006, 3, 8);
    const server = await OwnServer.start(stage);
    const ground = stage.groundOn(server.url, {
      ASTERION_HEARTBEAT_MS: '500',
      ASTERION_LEASE_MS: '5000',
      ASTERION_RETRY_SCALE: '0.01',
      ASTERION_WORKER_CONCURRENCY: '8',
    });
    const workers = [ground.worker(), ground.worker()];
    const submitting = ground.submitNumbered(jobs, 'delay=50ms rate=0');
    // Told below; until then it must not count as unhandled.
    submitting.catch(() => undefined);
    for (let stop = 1; stop <= stops; stop += 1) {
      await ground.reached(['succeeded'], Math.floor((jobs * stop) / (stops + 2)), 120_000);
      await server.stopHard();
      // Long enough that every part has noticed; the second one outlasts the lease.
      await wait(stop === 2 ? 5_500 : 700);
      await server.startAgain();
      await ground.until('the database answers', 20_000, () => ground.count('select 1 as n').then((n) => n === 1));
      await ground.expectPromises(`after stop ${stop}`);
      stage.say(`stopped and started ${stop} of ${stops} times`);
    }
    await submitting;
    await ground.drained(120_000);
    await stopWell(...workers);
    await ground.expectAllAnswered();
    const again = await ground.count(`select count(*) as n from job where claim > 1`);
    return `${jobs} jobs, ${stops} immediate stops (one longer than the lease), ${again} jobs claimed again, all answered once`;
  },
};
