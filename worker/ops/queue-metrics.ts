// `asterion queue-metrics`: how the queue and its workers are doing.

import { Command } from 'commander';
import { duration } from '#lib/domain/operator/duration.ts';
import { countErrors, readKindMetrics } from '#lib/store/checks/metrics.ts';
import { listPauses } from '#lib/store/lanes/pauses.ts';
import { countJobs, readHealth, readPercentiles } from '#lib/store/stats.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { wholeNumber, withDatabase } from './command.ts';
import { printFacts, printJson, section, time } from './print.ts';

export function queueMetricsCommand(): Command {
  return new Command('queue-metrics')
    .helpGroup('Queue:')
    .description('show counts by state, waiting and running times, and workers')
    .option('--hours <n>', 'times are of jobs that ended in the last n hours', wholeNumber(1, 8_760), 24)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A wait counts from when a job could have run to its first claim, a run from its last claim to its end.
Counting every job by state reads the whole table: not something for every second. GET /api/health is.

Examples:
  asterion queue-metrics --hours 1
  asterion queue-metrics --json | jq '.kinds[] | {kind, oldestReadyMs}'`,
    )
    .action(async ({ hours, json }: { hours: number; json?: boolean }) => {
      const metrics = await withDatabase(async (db) => ({
        queue: await readHealth(db),
        counts: await countJobs(db),
        kinds: await readKindMetrics(db, hours),
        errors: await countErrors(db, hours),
        orgs: await readPercentiles(db, hours),
        pauses: await listPauses(db),
        workers: await listWorkers(db),
      }));
      if (json) printJson(metrics);
      else printMetrics(metrics, hours);
    });
}

interface Metrics {
  readonly queue: Awaited<ReturnType<typeof readHealth>>;
  readonly counts: Awaited<ReturnType<typeof countJobs>>;
  readonly kinds: Awaited<ReturnType<typeof readKindMetrics>>;
  readonly errors: Awaited<ReturnType<typeof countErrors>>;
  readonly pauses: Awaited<ReturnType<typeof listPauses>>;
  readonly orgs: Awaited<ReturnType<typeof readPercentiles>>;
  readonly workers: Awaited<ReturnType<typeof listWorkers>>;
}

function printMetrics({ queue, counts, kinds, errors, orgs, pauses, workers }: Metrics, hours: number): void {
  printFacts({
    queued: queue.queued,
    running: queue.running,
    'oldest ready job waits': duration(queue.oldestReadyMs) ?? 'nothing waits',
    'living workers': queue.workersAlive,
    slots: queue.slots,
    'last beat (UTC)': time(queue.lastBeatAt),
  });
  section('Jobs', counts, { kind: (row) => row.kind, state: (row) => row.state, count: (row) => row.count });
  section(`By kind; ended in the last ${hours} h`, kinds, {
    kind: (row) => row.kind,
    queued: (row) => row.queued,
    running: (row) => row.running,
    'oldest ready': (row) => duration(row.oldestReadyMs),
    ended: (row) => row.ended,
    failed: (row) => row.failed,
    cancelled: (row) => row.cancelled,
    'error rate': (row) => percent(row.errorRate),
  });
  section(`Errors of attempts in the last ${hours} h`, errors, {
    kind: (row) => row.kind,
    error: (row) => row.errorKind,
    attempts: (row) => row.attempts,
    'last (UTC)': (row) => time(row.lastAt),
  });
  section(`By org; ended in the last ${hours} h`, orgs, {
    org: (row) => row.orgId,
    jobs: (row) => row.jobs,
    'wait p50': (row) => duration(row.waitP50Ms),
    p95: (row) => duration(row.waitP95Ms),
    'run p50': (row) => duration(row.runP50Ms),
    'run p95': (row) => duration(row.runP95Ms),
    'error rate': (row) => percent(row.errorRate),
  });
  section('Paused', pauses, {
    scope: (row) => row.scope,
    'until (UTC)': (row) => time(row.until) ?? 'resumed',
    reason: (row) => row.reason,
  });
  section(
    'Living workers',
    workers.filter((worker) => worker.isAlive),
    {
      worker: (row) => row.id,
      host: (row) => row.host,
      pid: (row) => row.pid,
      state: (row) => row.state,
      running: (row) => row.running,
      slots: (row) => row.slots,
      kinds: (row) => row.kinds.join(','),
      'last beat (UTC)': (row) => time(row.beatAt),
    },
  );
}

function percent(rate: number | null): string | null {
  return rate === null ? null : `${(rate * 100).toFixed(1)} %`;
}
