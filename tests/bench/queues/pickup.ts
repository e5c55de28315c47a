// How long after a job is committed does its handler start, on an idle worker?
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#tests/bench/statistics.ts';
import type { OpenQueue } from './queue.ts';

const jobs = 100;
const warmUp = 10;
/** Apart enough that each finds an idle worker, and uneven, so that no polling rhythm is met by luck. */
const gapMs = () => 20 + Math.random() * 30;
const patienceMs = 5_000;

export async function measurePickup(queue: OpenQueue): Promise<Record<'p50 ms' | 'p95 ms', number>> {
  const startedAt = new Map<string, number>();
  const addedAt = new Map<string, number>();
  const worker = await queue.work((id) => startedAt.set(id, performance.now()));
  await wait(1_000);
  for (let index = 0; index < warmUp + jobs; index++) {
    const id = await queue.add();
    if (index >= warmUp) addedAt.set(id, performance.now());
    await wait(gapMs());
  }
  const until = performance.now() + patienceMs;
  while ([...addedAt.keys()].some((id) => !startedAt.has(id)) && performance.now() < until) await wait(20);
  await worker.stop();
  // A handler may start before the client has heard that its job is committed: that is 0, not less.
  const delays = [...addedAt].map(([id, at]) => Math.max(0, (startedAt.get(id) ?? Number.POSITIVE_INFINITY) - at));
  return { 'p50 ms': percentile(delays, 0.5), 'p95 ms': percentile(delays, 0.95) };
}
