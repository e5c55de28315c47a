// The whole number of jobs while every two seconds a worker is killed, under an old snapshot and beside ordinary failures.
import { setTimeout as wait } from 'node:timers/promises';
import type { RealProcess } from '#tests/support/child-process.ts';
import { type Ground, stopWell } from '../world/ground.ts';
import type { Scenario, Stage } from '../world/stage.ts';
import { holdSnapshot } from './old-snapshot.ts';

const killEveryMs = 2_000;
const workers = 4;
const settings = {
  ASTERION_HEARTBEAT_MS: '500',
  ASTERION_LEASE_MS: '3000',
  ASTERION_RETRY_SCALE: '0.05',
  ASTERION_WORKER_CONCURRENCY: '32',
};

export const manyJobs: Scenario = {
  name: 'many-jobs',
  promise: 'with a worker killed every two seconds no job is lost and none is doubled',
  async run(stage) {
    const ground = await stage.ground(settings);
    await holdSnapshot(stage, ground);
    const crew = new Crew(ground);
    const startedAt = performance.now();
    const submitting = submitMixed(ground, stage.jobs);
    // Told below; until then it must not count as unhandled.
    submitting.catch(() => undefined);
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        await wait(killEveryMs);
        if (!isOver) await crew.killOldest();
      }
    })();
    const telling = tell(stage, ground, crew, () => isOver);
    await submitting;
    await ground.drained(1_800_000).finally(() => {
      isOver = true;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    await Promise.all([killing, telling]);
    await crew.stop();
    await ground.expectAllAnswered();
    const lost = await ground.count(`select count(*) as n from job_attempt where outcome = 'lost'`);
    return `${stage.jobs} jobs in ${Math.round(seconds)} s, ${crew.kills} workers killed, ${lost} claims taken over: 0 lost, 0 doubled`;
  },
};

/** Mostly short answers; one in fifty fails once, one in fifty streams for a second. */
async function submitMixed(ground: Ground, jobs: number): Promise<void> {
  const some = Math.round(jobs / 50);
  for (let left = jobs, at = 0; left > 0; at += 1) {
    const count = Math.min(left, Math.max(some, 200));
    const pace =
      at % 50 === 7 ? 'delay=0 rate=0 fail=500 times=1' : at % 50 === 8 ? 'delay=1s rate=0' : 'delay=60ms rate=0';
    await ground.submitNumbered(count, pace);
    left -= count;
  }
}

/** Always as many processes: each killed worker is replaced. */
class Crew {
  kills = 0;
  private readonly living: { readonly worker: RealProcess; hasStarted: boolean }[] = [];

  constructor(private readonly ground: Ground) {
    for (let at = 0; at < workers; at += 1) this.add();
  }

  /** Kills the worker that has been working longest, unless it is the only one: a machine that starts none in time proves nothing. */
  async killOldest(): Promise<void> {
    const [oldest, other] = this.living.filter(({ hasStarted }) => hasStarted);
    if (oldest === undefined || other === undefined) return;
    this.living.splice(this.living.indexOf(oldest), 1);
    oldest.worker.kill('SIGKILL');
    await oldest.worker.stopped;
    this.kills += 1;
    this.add();
  }

  stop(): Promise<void> {
    return stopWell(...this.living.map(({ worker }) => worker));
  }

  private add(): void {
    const one = { worker: this.ground.worker(), hasStarted: false };
    this.living.push(one);
    void one.worker.said(/worker started/).then(
      () => {
        one.hasStarted = true;
      },
      // Ended before: it is at the end that somebody counts.
      () => undefined,
    );
  }
}

async function tell(stage: Stage, ground: Ground, crew: Crew, isOver: () => boolean): Promise<void> {
  for (let at = 1; !isOver(); at += 1) {
    await wait(1_000);
    if (at % 10 !== 0) continue;
    const done = await ground.count(`select count(*) as n from job where state = 'succeeded'`);
    stage.say(`${done} of ${stage.jobs} answered, ${crew.kills} workers killed`);
  }
}
