// SIGKILL at each transition: a process dies at one exact statement, the tables are asked at that instant, another one goes on.
import { type Ground, stopWell } from '../world/ground.ts';
import { diesThere, doomAt, type Point } from '../world/preloads.ts';
import type { Scenario, Stage } from '../world/stage.ts';
import { webDeaths } from './web-deaths.ts';

/** Brings a process to the point and resolves when it has died there. */
export type Scene = (ground: Ground, doom: Readonly<Record<string, string>>) => Promise<void>;

export interface Death {
  readonly name: string;
  readonly at: Point;
  readonly scene: Scene;
  /** What must be so when everything has been worked off; the default is that every prompt has its answer. */
  readonly expected?: ((ground: Ground) => Promise<void>) | undefined;
}

const lease = { ASTERION_HEARTBEAT_MS: '250', ASTERION_LEASE_MS: '1500', ASTERION_RETRY_SCALE: '0.01' };
const fourSlots = { ASTERION_WORKER_CONCURRENCY: '4' };
/** Each waits for leases more than it computes. */
const atOnce = 3;

const slow = (at: number) => ({ text: `@demo delay=0 rate=60 tokens=40\nSpeak for a while, number ${at}` });

const streaming: Scene = async (ground, doom) => {
  for (let at = 0; at < 4; at += 1) await ground.submit(slow(at));
  await ground.submitNumbered(4, 'delay=50ms rate=0');
  await diesThere(ground.worker({ ...doom, ...fourSlots }));
};

const failing: Scene = async (ground, doom) => {
  await ground.submitNumbered(4, 'delay=0 rate=0 fail=500 times=1');
  await diesThere(ground.worker({ ...doom, ...fourSlots }));
};

/** One worker dies holding jobs; the one that comes to take them back dies of that. */
const reclaiming: Scene = async (ground, doom) => {
  await streaming(ground, doomAt({ statement: 'append_output', when: 'answered', nth: 3 }));
  await ground.leasesOver();
  await diesThere(ground.worker(doom));
};

/** Jobs that outlast the grace time are being handed back. */
const stopping: Scene = async (ground, doom) => {
  for (let at = 0; at < 4; at += 1) await ground.submit(slow(at));
  const worker = ground.impatientWorker(doom);
  await ground.reached(['running'], 4);
  worker.kill('SIGTERM');
  await diesThere(worker);
};

const [settle, reclaim, release] = ['settle_jobs', 'reclaim_jobs', 'release_jobs'];

const workerDeaths: readonly Death[] = [
  { name: 'after the claim, before any work', at: { statement: 'claim_jobs', when: 'answered' }, scene: streaming },
  { name: 'before the first chunk', at: { statement: 'append_output', when: 'before' }, scene: streaming },
  { name: 'in mid-stream', at: { statement: 'append_output', when: 'answered', nth: 5 }, scene: streaming },
  { name: 'before the settle', at: { statement: settle, when: 'before' }, scene: streaming },
  { name: 'inside the settle', at: { statement: settle, when: 'answered' }, scene: streaming },
  { name: 'after the settle, before its note', at: { statement: settle, when: 'committed' }, scene: streaming },
  { name: 'before the requeue of a retry', at: { statement: settle, when: 'before' }, scene: failing },
  { name: 'inside the requeue of a retry', at: { statement: settle, when: 'answered' }, scene: failing },
  { name: 'after the requeue of a retry', at: { statement: settle, when: 'committed' }, scene: failing },
  { name: 'before the reclaim', at: { statement: reclaim, when: 'before' }, scene: reclaiming },
  { name: 'inside the reclaim', at: { statement: reclaim, when: 'answered' }, scene: reclaiming },
  { name: 'after the reclaim, before its note', at: { statement: reclaim, when: 'committed' }, scene: reclaiming },
  { name: 'before the release at shutdown', at: { statement: release, when: 'before' }, scene: stopping },
  { name: 'after the release at shutdown', at: { statement: release, when: 'answered' }, scene: stopping },
  { name: 'before it is marked stopped', at: { statement: 'retire_worker', when: 'before' }, scene: stopping },
];

export const killPoints: Scenario = {
  name: 'kill-points',
  promise: 'a worker or web process killed at any statement loses nothing and doubles nothing',
  async run(stage) {
    const deaths = [...workerDeaths, ...webDeaths];
    const waiting = [...deaths];
    const next = async (): Promise<void> => {
      for (let death = waiting.shift(); death !== undefined; death = waiting.shift()) await dieAndRecover(stage, death);
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return `${deaths.length} deaths, each at its own statement; the promises hold at each instant of death and at the end`;
  },
};

async function dieAndRecover(stage: Stage, { name, at, scene, expected }: Death): Promise<void> {
  const ground = await stage.ground(lease);
  try {
    await scene(ground, doomAt(at));
    await ground.expectPromises('at the instant of death');
    await ground.leasesOver();
    const rescuer = ground.worker();
    await ground.drained(60_000);
    await (expected ?? ((done) => done.expectAllAnswered()))(ground);
    await stopWell(rescuer);
    stage.say(`killed ${name}: everything is there once`);
  } catch (error) {
    throw new Error(`killed ${name}: ${(error as Error).message}`, { cause: error });
  }
}
