// The sweep every worker repeats: jobs of dead workers run again, waiting jobs become ready on time, leftovers go.
import type { Log } from '#lib/log.ts';
import { pruneBeats } from '#lib/store/beats/beats.ts';
import type { Database } from '#lib/store/client.ts';
import { noteFailures } from '#lib/store/failures/note-failures.ts';
import { ageWaiting } from '#lib/store/jobs/ageing.ts';
import { pruneEvents } from '#lib/store/jobs/archive.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { makeDueReady, nextDueInMs } from '#lib/store/jobs/waiting.ts';
import { pruneOverPauses } from '#lib/store/lanes/pauses.ts';
import { pruneOutput } from '#lib/store/output.ts';
import { fireSchedules } from '#lib/store/schedules/fire.ts';
import { addSearchEntries } from '#lib/store/search/entries.ts';
import { pruneWorkers } from '#lib/store/workers.ts';
import { trace, traceNow } from '#lib/trace.ts';
import { repeat } from './repeating.ts';

/** With a lease of 30 s, a killed worker's job is claimed again well within 40 s. */
const sweepEveryMs = 5_000;
/** Due jobs are looked at at least this often; known due times are met precisely. */
const dueEveryMs = 2_000;
const leastWaitMs = 10;
const pruneEveryMs = 60_000;
const ageEveryMs = 30_000;
/** What is new is found within about this; a search itself does not wait for it. */
const searchEveryMs = 1_000;
/**
 * Under load the answers come first: a backlog is worked off page by page with rests of twenty times what a page took.
 * Each look reads the log since the last page, so that small pages would spend their time reading.
 */
const searchPage = 2_000;
const searchAgainMs = 250;
const searchRest = 20;
/** Longer than any tab sleeps; a reader that comes later is told to start again. */
const keepEventsDays = 30;
/** Failures this young are put into their groups by the sweep; older ones by whoever reads the groups. */
const noteFailuresHours = 1;
/** Rows of one statement; a full page means there is more. */
const pageSize = 500;

/** Takes back every job whose worker is gone; how many. Rows that resist are logged and stay for the next sweep. */
export async function reclaimAll(db: Database, log: Log): Promise<number> {
  const { reclaimed, errors } = await reclaimLostJobs(db, { limit: pageSize });
  for (const error of errors) log.error({ error }, 'a job could not be reclaimed; the sweep goes on');
  for (const { jobId, state } of reclaimed) log.warn({ jobId, state }, 'reclaimed from a dead worker');
  return reclaimed.length;
}

/** Makes everything due claimable; milliseconds until the next is due, at most `dueEveryMs`. */
export async function readyAllDue(db: Database): Promise<number> {
  while ((await makeDueReady(db, pageSize)) === pageSize);
  const nextMs = await nextDueInMs(db);
  // A millisecond more than asked: a timer that fires early would find nothing. And never at once: a due row that
  // somebody else holds is looked at again in a moment, not in a loop.
  return nextMs === null ? dueEveryMs : Math.min(dueEveryMs, Math.max(leastWaitMs, Math.ceil(nextMs) + 1));
}

export interface Sweeps {
  stop(): Promise<void>;
  /** A pause was set or changed: its end is met precisely. */
  pauseChanged(): void;
}

/** Starts the sweeps. `wake`: there may be work to claim. Jitter keeps a fleet of workers apart. */
export function startSweeps(db: Database, log: Log, wake: () => void): Sweeps {
  const jitter = () => 0.8 + Math.random() * 0.4;
  const pauses = repeat('lifting pauses that are over', log, dueEveryMs, async () => {
    const { over, nextInMs } = await pruneOverPauses(db);
    if (over > 0) wake();
    return nextInMs === null ? dueEveryMs : Math.min(dueEveryMs, Math.max(1, Math.ceil(nextInMs) + 1));
  });
  const sweeps = [
    repeat('the reclaim sweep', log, sweepEveryMs, async () => {
      if ((await reclaimAll(db, log)) > 0) wake();
      return sweepEveryMs * jitter();
    }),
    repeat('making due jobs ready', log, dueEveryMs, () => readyAllDue(db)),
    pauses,
    repeat('ageing', log, ageEveryMs, async () => {
      await ageWaiting(db);
      return ageEveryMs * jitter();
    }),
    repeat('adding words to search', log, searchEveryMs, async () => {
      const startedAt = performance.now();
      const { more } = await addSearchEntries(db, searchPage);
      const restMs = (performance.now() - startedAt) * searchRest;
      return more ? Math.max(searchAgainMs, restMs) : searchEveryMs * jitter();
    }),
    repeat('firing schedules', log, dueEveryMs, async () => {
      const startedAt = traceNow();
      await fireSchedules(db, ({ scheduleId, jobId, promptId }) =>
        trace({
          name: 'submit',
          jobId,
          startedAt,
          facts: { prompt_id: promptId, by: 'schedule', schedule_id: scheduleId },
        }),
      );
      return dueEveryMs * jitter();
    }),
    repeat('pruning', log, pruneEveryMs, async () => {
      await pruneOutput(db);
      await pruneWorkers(db);
      await pruneEvents(db, keepEventsDays);
      await pruneBeats(db, keepEventsDays);
      await noteFailures(db, noteFailuresHours * 3_600_000);
      return pruneEveryMs * jitter();
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    },
    pauseChanged: () => pauses.hurry(),
  };
}
