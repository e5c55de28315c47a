// The doctor's questions about a living database, one function each.
import { probeNotes } from '#lib/store/checks/probe.ts';
import { readDeadRows, readOldSnapshots, readServer } from '#lib/store/checks/server.ts';
import { findStuck, findWaitingLanes, type WaitingLane } from '#lib/store/checks/stuck.ts';
import type { Database } from '#lib/store/client.ts';
import { listWorkers, type WorkerRow } from '#lib/store/workers.ts';
import { duration } from '../print.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const oldestServer = 140_000;
const slowAnswerMs = 100;
const clockOffMs = 2_000;
const oldSnapshotMs = 10 * 60_000;
const slowNoteMs = 250;
const noteWithinMs = 3_000;
const longWaitMs = 60_000;

export async function checkServer(db: Database): Promise<Finding[]> {
  // The first statement also connects; the second one is what a statement costs.
  await readServer(db);
  const [askedAt, startedAt] = [Date.now(), performance.now()];
  const server = await readServer(db);
  const tookMs = performance.now() - startedAt;
  const found: Finding[] = [ok('database', `PostgreSQL ${server.version}, answers in ${duration(tookMs)}`)];
  if (server.versionNumber < oldestServer)
    found.push(
      problem(
        'database',
        `PostgreSQL ${server.version}`,
        'Versions before 14 lack what the event log rests on.',
        'Move to PostgreSQL 14 or newer.',
      ),
    );
  if (server.isStandby)
    found.push(
      problem(
        'database',
        'a standby',
        'It can be read but not written: nothing can be submitted or claimed.',
        'Point DATABASE_URL at the primary.',
      ),
    );
  if (tookMs > slowAnswerMs)
    found.push(
      note(
        'database',
        `one answer took ${duration(tookMs)}`,
        'Every claim and every page pays this.',
        'Look at its load, or move it nearer.',
      ),
    );
  if (server.connections > server.maxConnections * 0.9)
    found.push(
      problem(
        'connections',
        `${server.connections} of ${server.maxConnections}`,
        'The next worker or page may be refused.',
        'Raise max_connections or put a pooler in front.',
      ),
    );
  // Half the way there and back is the best guess of when it looked at its clock.
  const skewMs = Date.parse(server.now) - (askedAt + tookMs / 2);
  found.push(
    Math.abs(skewMs) < clockOffMs
      ? ok('clock', `${Math.round(skewMs)} ms from this machine’s`)
      : note(
          'clock',
          `${duration(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine’s`,
          'Nothing depends on this machine’s clock, but times in its logs cannot be compared.',
          'Let NTP set both clocks.',
        ),
  );
  return found;
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
  const old = await readOldSnapshots(db, oldSnapshotMs);
  if (old.length === 0) return [ok('snapshots', `none older than ${duration(oldSnapshotMs)}`)];
  return old.map(({ what, ageMs, doing }) =>
    problem(
      'snapshots',
      `${what} holds one for ${duration(ageMs)}: ${doing}`,
      'Vacuum can remove nothing newer: claims walk over more and more dead rows.',
      'End that session: select pg_terminate_backend(pid).',
    ),
  );
}

export async function checkDeadRows(db: Database): Promise<Finding[]> {
  const tables = await readDeadRows(db);
  if (tables.length === 0) return [ok('dead rows', 'few')];
  return tables.map(({ table, live, dead, lastVacuum }) =>
    problem(
      'dead rows',
      `${table}: ${dead} dead beside ${live} living, last vacuum ${lastVacuum ?? 'never'}`,
      'Autovacuum does not keep up; reads slow down and the disk fills.',
      `Look for an old snapshot first; then VACUUM ${table}, and see that autovacuum is on.`,
    ),
  );
}

export async function checkStuck(db: Database): Promise<Finding[]> {
  const stuck = await findStuck(db);
  const sweep =
    'A living worker sweeps every few seconds, so none may be running. Start one; asterion reclaim-stuck-jobs does it once.';
  const rows: [number, string, string, string][] = [
    [stuck.lost, 'run without a living worker', 'Their worker died and nobody takes them back.', sweep],
    [
      stuck.tooLong,
      'have been running for over 30 minutes',
      'Longer than any job may; its worker beats but does not work.',
      'asterion job-details <job>; then cancel-job, and restart that worker.',
    ],
    [stuck.overdue, 'are due for over a minute and not claimable', 'Nobody makes due jobs ready.', sweep],
    [stuck.forNothing, 'wait for what has already ended', 'Nobody has woken them.', sweep],
    [stuck.lateSchedules, 'schedules are late for over a minute', 'Nobody fires them.', sweep],
  ];
  const wrong = rows.filter(([count]) => count > 0);
  if (wrong.length === 0) return [ok('stuck rows', 'none')];
  const example = stuck.examples[0] === undefined ? '' : ` (e.g. ${stuck.examples[0]})`;
  return wrong.map(([count, what, means, todo]) => problem('stuck rows', `${count} ${what}${example}`, means, todo));
}

export async function checkWorkers(db: Database): Promise<Finding[]> {
  const alive = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  const active = alive.filter(({ state }) => state === 'active');
  const waiting = await findWaitingLanes(db, longWaitMs);
  const dead = waiting.flatMap((lane) => deadLane(lane, active));
  return [workersAlive(alive, active, waiting.length > 0), ...(dead.length > 0 ? dead : [ok('lanes', 'none is dead')])];
}

function workersAlive(alive: readonly WorkerRow[], active: readonly WorkerRow[], isNeeded: boolean): Finding {
  const slots = active.reduce((sum, worker) => sum + worker.slots, 0);
  if (active.length > 0) return ok('workers', `${active.length} alive with ${slots} slots`);
  const found = alive.length > 0 ? 'all are draining' : 'none is alive';
  const todo = 'npm start, or asterion run-worker; a drained one: asterion drain --all --undo.';
  return isNeeded
    ? problem('workers', found, 'Jobs wait and nobody will take them.', todo)
    : note('workers', found, 'Nothing waits now; the next prompt will.', todo);
}

/** Why the jobs of a lane that has been waiting for long will go on waiting, if there is such a reason. */
function deadLane(lane: WaitingLane, active: readonly WorkerRow[]): Finding[] {
  const what = `${lane.ready} of ${lane.kind} in ${lane.lane}, the oldest for ${duration(lane.oldestMs)}`;
  if (lane.isPausedForGood)
    return [
      problem('lanes', what, 'Paused until somebody resumes it.', 'asterion pause shows why; asterion resume ends it.'),
    ];
  if (active.length === 0) return [];
  if (lane.workers === 0)
    return [problem('lanes', what, `No living worker takes jobs of kind ${lane.kind}.`, 'Start one without --kinds.')];
  const [provider = ''] = lane.lane.split('/', 1);
  const isKnown =
    lane.lane === 'default' || active.some(({ models }) => models.some((one) => one.provider === provider));
  if (isKnown) return [];
  const means = `No living worker has the provider ${provider}: its jobs will fail when claimed.`;
  return [problem('lanes', what, means, 'Set its key and restart the worker.')];
}
