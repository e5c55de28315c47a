// Loaded first in a process under soak: says how much memory and time it has used whenever its parent asks.
import { writeHeapSnapshot } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', ({ id, collect, snapshot }) => {
    // Twice: what the first pass finalises only the second one frees.
    if (collect) for (let pass = 0; pass < 2; pass++) globalThis.gc?.();
    if (snapshot) writeHeapSnapshot(snapshot);
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ id, rss, heapUsed, external, cpuMs: (user + system) / 1_000 });
  });
  // The channel alone must not keep a process alive, and nobody is left behind without the parent.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
