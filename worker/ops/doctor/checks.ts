// The doctor's questions about a living database, one function each; what the answers mean is judged in the domain.
import { duration } from '#lib/domain/operator/duration.ts';
import { type Finding, note, ok, problem } from '#lib/domain/operator/finding.ts';
import {
  judgeDeadRows,
  judgeServer,
  judgeSnapshots,
  judgeStuck,
  judgeWorkers,
  longWaitMs,
  oldSnapshotMs,
} from '#lib/domain/operator/judge.ts';
import { probeNotes } from '#lib/store/checks/probe.ts';
import { readDeadRows, readOldSnapshots, readServer } from '#lib/store/checks/server.ts';
import { findStuck, findWaitingLanes } from '#lib/store/checks/stuck.ts';
import type { Database } from '#lib/store/client.ts';
import { listWorkers } from '#lib/store/workers.ts';

const clockOffMs = 2_000;
const slowNoteMs = 250;
const noteWithinMs = 3_000;

export async function checkServer(db: Database): Promise<Finding[]> {
  // The first statement also connects; the second one is what a statement costs.
  await readServer(db);
  const [askedAt, startedAt] = [Date.now(), performance.now()];
  const server = await readServer(db);
  const tookMs = performance.now() - startedAt;
  // Half the way there and back is the best guess of when it looked at its clock.
  const skewMs = Date.parse(server.now) - (askedAt + tookMs / 2);
  return [...judgeServer(server, tookMs), judgeClock(skewMs)];
}

function judgeClock(skewMs: number): Finding {
  if (Math.abs(skewMs) < clockOffMs) return ok('clock', `${Math.round(skewMs)} ms from this machine’s`);
  return note(
    'clock',
    `${duration(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine’s`,
    'Nothing depends on this machine’s clock, but times in its logs cannot be compared.',
    'Let NTP set both clocks.',
  );
}

export async function checkNotes(db: Database): Promise<Finding> {
  const check = 'notes';
  const tookMs = await probeNotes(db, noteWithinMs);
  if (tookMs === null)
    return problem(
      check,
      `none within ${noteWithinMs / 1_000} s`,
      'Workers and pages learn of news by polling only, up to 2 s late. LISTEN does not work through a pooler in transaction mode.',
      'Set DIRECT_URL to the server itself.',
    );
  if (tookMs > slowNoteMs)
    return note(
      check,
      `one took ${duration(tookMs)}`,
      'New jobs start and pages change that much later.',
      'Look for a long queue of notifications or a busy server.',
    );
  return ok(check, `NOTIFY heard after ${duration(tookMs)}`);
}

export async function checkSnapshots(db: Database): Promise<Finding[]> {
  return judgeSnapshots(await readOldSnapshots(db, oldSnapshotMs));
}

export async function checkDeadRows(db: Database): Promise<Finding[]> {
  return judgeDeadRows(await readDeadRows(db));
}

export async function checkStuck(db: Database): Promise<Finding[]> {
  return judgeStuck(await findStuck(db));
}

export async function checkWorkers(db: Database): Promise<Finding[]> {
  return judgeWorkers(await listWorkers(db), await findWaitingLanes(db, longWaitMs));
}
