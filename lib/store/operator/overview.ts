// Everything the overview shows, read together and kept for a moment: many open pages cost one look.
import type { Viewer } from '#lib/auth/viewer.ts';
import { withNewestHour } from '#lib/domain/operator/ended.ts';
import {
  judgeDeadRows,
  judgeServer,
  judgeSnapshots,
  judgeStuck,
  judgeWorkers,
  longWaitMs,
  oldSnapshotMs,
} from '#lib/domain/operator/judge.ts';
import type { OverviewAnswer, Spans } from '#lib/domain/operator/overview.ts';
import { readDeadRows, readOldSnapshots, readServer } from '#lib/store/checks/server.ts';
import { findStuck, findWaitingLanes } from '#lib/store/checks/stuck.ts';
import type { Database } from '#lib/store/client.ts';
import { listPauses, pauseRowOf } from '#lib/store/lanes/pauses.ts';
import { type Percentiles, readPercentiles } from '#lib/store/stats.ts';
import { listWorkers, type WorkerRow } from '#lib/store/workers.ts';
import { countLive, readEnded } from './ended.ts';
import { keep } from './keep.ts';
import { listStuckJobs } from './stuck-jobs.ts';

export type StoredOverview = Omit<OverviewAnswer, 'streams' | 'event_lag_ms'>;

/** What moves by the second is at most half a second old, the newest hour included; a day's spans and the server's own figures at most ten. */
export async function readOverview(db: Database, viewer: Viewer): Promise<StoredOverview> {
  const [live, slow] = await Promise.all([
    keep(db, `live ${viewer.orgId}`, 500, () => readLive(db, viewer)),
    keep(db, `slow ${viewer.orgId}`, 10_000, () => readSlow(db, viewer)),
  ]);
  const { now, ...counts } = live.counts;
  const alive = live.workers.filter(({ isAlive }) => isAlive);
  const findings = [
    ...judgeServer(slow.server, slow.answerMs),
    ...judgeWorkers(live.workers, live.waiting),
    ...judgeStuck(live.stuckRows),
    ...judgeSnapshots(slow.snapshots),
    ...judgeDeadRows(slow.deadRows),
  ];
  return {
    now,
    counts,
    minutes: live.minutes,
    hours: withNewestHour(slow.hours, live.minutes),
    hour: spansOf(live.hour, viewer),
    day: spansOf(slow.day, viewer),
    workers: workersOf(alive, live.workers),
    pauses: live.pauses.map(pauseRowOf),
    stuck: live.stuck.jobs,
    stuck_count: live.stuck.count,
    reclaimable: live.stuck.reclaimable,
    database: {
      version: slow.server.version,
      answer_ms: Math.round(slow.answerMs * 10) / 10,
      connections: slow.server.connections,
      max_connections: slow.server.maxConnections,
    },
    findings: findings.filter(({ level }) => level !== 'ok'),
  };
}

async function readLive(db: Database, viewer: Viewer) {
  const [counts, minutes, hour, workers, pauses, stuck, stuckRows, waiting] = await Promise.all([
    countLive(db, viewer),
    readEnded(db, viewer, 'minute', 60),
    readPercentiles(db, 1),
    listWorkers(db),
    listPauses(db),
    listStuckJobs(db, viewer),
    findStuck(db),
    findWaitingLanes(db, longWaitMs),
  ]);
  return { counts, minutes, hour, workers, pauses, stuck, stuckRows, waiting };
}

async function readSlow(db: Database, viewer: Viewer) {
  // The first statement may also connect; the second one is what a statement costs.
  await readServer(db);
  const startedAt = performance.now();
  const server = await readServer(db);
  const answerMs = performance.now() - startedAt;
  const [hours, day, snapshots, deadRows] = await Promise.all([
    readEnded(db, viewer, 'hour', 24),
    readPercentiles(db, 24),
    readOldSnapshots(db, oldSnapshotMs),
    readDeadRows(db),
  ]);
  return { server, answerMs, hours, day, snapshots, deadRows };
}

function spansOf(orgs: readonly Percentiles[], { orgId }: Viewer): Spans {
  const mine = orgs.find((one) => one.orgId === orgId);
  return {
    jobs: mine?.jobs ?? 0,
    wait_p50_ms: mine?.waitP50Ms ?? null,
    wait_p95_ms: mine?.waitP95Ms ?? null,
    run_p50_ms: mine?.runP50Ms ?? null,
    run_p95_ms: mine?.runP95Ms ?? null,
  };
}

function workersOf(alive: readonly WorkerRow[], all: readonly WorkerRow[]): OverviewAnswer['workers'] {
  return {
    alive: alive.length,
    draining: alive.filter(({ state }) => state === 'draining').length,
    slots: alive.reduce((sum, { state, slots }) => sum + (state === 'draining' ? 0 : slots), 0),
    // The list is in order of beats, the latest first.
    last_beat_at: all[0]?.beatAt ?? null,
  };
}
