// `asterion queue-metrics`: how the queue and its workers are doing.
import { Command } from 'commander';
import { countJobs, readHealth, readPercentiles } from '#lib/store/stats.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { wholeNumber, withDatabase } from './command.ts';
import { duration, printFacts, printJson, printLine, printTable, time } from './print.ts';

export function queueMetricsCommand(): Command {
  return new Command('queue-metrics')
    .description('show counts by state, waiting and running times, and workers')
    .option('--hours <n>', 'times are of jobs that ended in the last n hours', wholeNumber(1, 8_760), 24)
    .option('--json', 'print JSON')
    .action(async ({ hours, json }: { hours: number; json?: boolean }) => {
      const metrics = await withDatabase(async (db) => ({
        queue: await readHealth(db),
        counts: await countJobs(db),
        orgs: await readPercentiles(db, hours),
        workers: await listWorkers(db),
      }));
      if (json) printJson(metrics);
      else printMetrics(metrics, hours);
    });
}

interface Metrics {
  readonly queue: Awaited<ReturnType<typeof readHealth>>;
  readonly counts: Awaited<ReturnType<typeof countJobs>>;
  readonly orgs: Awaited<ReturnType<typeof readPercentiles>>;
  readonly workers: Awaited<ReturnType<typeof listWorkers>>;
}

function printMetrics({ queue, counts, orgs, workers }: Metrics, hours: number): void {
  printFacts({
    queued: queue.queued,
    running: queue.running,
    'oldest ready job waits': duration(queue.oldestReadyMs) ?? 'nothing waits',
    'living workers': queue.workersAlive,
    slots: queue.slots,
    'last beat': time(queue.lastBeatAt),
  });
  if (counts.length > 0) {
    printLine('\nJobs');
    printTable(counts, { kind: (row) => row.kind, state: (row) => row.state, count: (row) => row.count });
  }
  if (orgs.length > 0) {
    printLine(`\nEnded in the last ${hours} h`);
    printTable(orgs, {
      org: (row) => row.orgId,
      jobs: (row) => row.jobs,
      'wait p50': (row) => duration(row.waitP50Ms),
      p95: (row) => duration(row.waitP95Ms),
      'run p50': (row) => duration(row.runP50Ms),
      'run p95': (row) => duration(row.runP95Ms),
      failed: (row) => `${(row.errorRate * 100).toFixed(1)} %`,
    });
  }
  const alive = workers.filter((worker) => worker.isAlive);
  if (alive.length === 0) return;
  printLine('\nLiving workers');
  printTable(alive, {
    worker: (row) => row.id,
    host: (row) => row.host,
    pid: (row) => row.pid,
    state: (row) => row.state,
    running: (row) => row.running,
    slots: (row) => row.slots,
    'last beat': (row) => time(row.beatAt),
  });
}
