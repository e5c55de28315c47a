// How many waiting jobs a second does one worker process finish, until nothing is left and all of it is recorded?
import { setTimeout as wait } from 'node:timers/promises';
import { statement } from '#tests/bench/scratch-database.ts';
import type { OpenQueue } from './queue.ts';

/** Enough that a process's first second, in which it is still being compiled, does not decide. */
const jobs = 20_000;

export async function measureDrain(queue: OpenQueue, url: string): Promise<Record<'jobs/s', number>> {
  await queue.addMany(jobs);
  // All start as tables that autovacuum has seen, not as ones filled a moment ago.
  await statement(url, 'vacuum analyze');
  let started = 0;
  let firstAt = 0;
  const working = queue.work(() => {
    if (started++ === 0) firstAt = performance.now();
  });
  // Asked rarely until all have started: the question itself costs the database something.
  while (started < jobs) await wait(10);
  while (!(await queue.isEmpty())) await wait(5);
  const tookMs = performance.now() - firstAt;
  await (await working).stop();
  return { 'jobs/s': (jobs * 1_000) / tookMs };
}
