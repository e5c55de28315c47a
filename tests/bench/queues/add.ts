// How many jobs a second can be added one by one, each durable before its client goes on?
import type { OpenQueue } from './queue.ts';

const clients = 16;
const forMs = 3_000;

export async function measureAdd(queue: OpenQueue): Promise<Record<'jobs/s', number>> {
  await Promise.all(Array.from({ length: clients }, () => queue.add()));
  const startedAt = performance.now();
  let added = 0;
  const client = async () => {
    while (performance.now() - startedAt < forMs) {
      await queue.add();
      added++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { 'jobs/s': (added * 1_000) / (performance.now() - startedAt) };
}
