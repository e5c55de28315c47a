// What the facts of an installation mean: the doctor's judgement, for the command line and the overview alike.
import { duration } from './duration.ts';
import type { ServerFacts, Snapshot, StuckRows, TableHealth, WaitingLane, WorkerFacts } from './facts.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const oldestServer = 140_000;
const slowAnswerMs = 100;
/** A snapshot held this long is worth a word. */
export const oldSnapshotMs = 10 * 60_000;
/** A lane whose oldest ready job waits longer is looked at. */
export const longWaitMs = 60_000;

/** `tookMs`: what one statement cost whoever asked. */
export function judgeServer(server: ServerFacts, tookMs: number): Finding[] {
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
  return found;
}

/** `old`: those that hold vacuum up for longer than `oldSnapshotMs`. */
export function judgeSnapshots(old: readonly Snapshot[]): Finding[] {
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

/** `tables`: those with many dead rows. */
export function judgeDeadRows(tables: readonly TableHealth[]): Finding[] {
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

export function judgeStuck(stuck: StuckRows): Finding[] {
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

/** `waiting`: lanes whose oldest ready job waits longer than `longWaitMs`. */
export function judgeWorkers(workers: readonly WorkerFacts[], waiting: readonly WaitingLane[]): Finding[] {
  const alive = workers.filter(({ isAlive }) => isAlive);
  const active = alive.filter(({ state }) => state === 'active');
  const dead = waiting.flatMap((lane) => deadLane(lane, active));
  return [workersAlive(alive, active, waiting.length > 0), ...(dead.length > 0 ? dead : [ok('lanes', 'none is dead')])];
}

function workersAlive(alive: readonly WorkerFacts[], active: readonly WorkerFacts[], isNeeded: boolean): Finding {
  const slots = active.reduce((sum, worker) => sum + worker.slots, 0);
  if (active.length > 0) return ok('workers', `${active.length} alive with ${slots} slots`);
  const found = alive.length > 0 ? 'all are draining' : 'none is alive';
  const todo = 'npm start, or asterion run-worker; a drained one: asterion drain --all --undo.';
  return isNeeded
    ? problem('workers', found, 'Jobs wait and nobody will take them.', todo)
    : note('workers', found, 'Nothing waits now; the next prompt will.', todo);
}

/** Why the jobs of a lane that has been waiting for long will go on waiting, if there is such a reason. */
function deadLane(lane: WaitingLane, active: readonly WorkerFacts[]): Finding[] {
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
