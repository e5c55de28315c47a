// Fires due schedules. Every worker may try; each tick becomes one prompt.
import type { MissedPolicy } from '#lib/domain/queue/schedule-row.ts';
import { dueTicks, scheduledPrompt } from '#lib/domain/schedule.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { storeSubmissions } from '#lib/store/jobs/submit.ts';
import { channels } from '#lib/store/notifier.ts';

interface DueSchedule {
  readonly id: string;
  readonly org_id: number;
  readonly created_by: number;
  readonly cron: string;
  readonly time_zone: string;
  readonly missed: MissedPolicy;
  readonly request: unknown;
  readonly next_tick_at: string;
  readonly now: string;
}

/** A prompt that a schedule has sent. */
export interface Fired {
  readonly scheduleId: string;
  readonly jobId: string;
  readonly promptId: string;
}

/**
 * Submits a prompt for each due tick and moves the schedules on, one transaction a schedule, until none is due.
 * A schedule whose prompt cannot be submitted keeps the reason and goes on to its next tick.
 * @returns how many prompts were submitted; `onFired` hears of each, once it is committed.
 */
export async function fireSchedules(db: Database, onFired: (fired: Fired) => void = () => undefined): Promise<number> {
  let fired = 0;
  for (let step = await fireNext(db); step !== null; step = await fireNext(db)) {
    fired += step.length;
    for (const one of step) onFired(one);
  }
  if (fired > 0) {
    db.notifier.note(channels.ready);
    db.notifier.note(channels.event);
  }
  return fired;
}

function fireNext(db: Database): Promise<Fired[] | null> {
  return inTransaction(db, async (tx) => {
    const [due] = await run<DueSchedule & Record<string, unknown>>(tx, dueStatement, []);
    if (due === undefined) return null;
    const { fire, next } = dueTicks(due, new Date(due.next_tick_at), new Date(due.now));
    const fired: Fired[] = [];
    let refusal: string | null = null;
    for (const tick of fire) {
      const outcome = await fireTick(tx, due, tick);
      if (outcome === 'before') continue;
      if ('jobId' in outcome) fired.push(outcome);
      else refusal = outcome.refusal;
    }
    await run(tx, moveStatement, [due.id, next, refusal]);
    return fired;
  });
}

async function fireTick(
  tx: Connection,
  due: DueSchedule,
  tick: Date,
): Promise<Fired | 'before' | { readonly refusal: string }> {
  const [seen] = await run(tx, seenStatement, [due.id, tick]);
  if (seen !== undefined) return 'before';
  const prompt = scheduledPrompt.safeParse(due.request);
  if (!prompt.success) return { refusal: prompt.error.issues.map(({ message }) => message).join('; ') };
  const [outcome] = await storeSubmissions(tx, [
    {
      viewer: { orgId: due.org_id, userId: due.created_by },
      request: prompt.data,
      key: `schedule ${due.id} ${tick.toISOString()}`,
    },
  ]);
  if (outcome === undefined) throw new Error('a submit answered for no prompt');
  if (!outcome.ok) return { refusal: outcome.message };
  await run(tx, tickStatement, [due.id, tick, outcome.answer.job_id, outcome.answer.prompt_id]);
  return { scheduleId: due.id, jobId: outcome.answer.job_id, promptId: outcome.answer.prompt_id };
}

// Takes one due schedule under its row lock; one that another worker is firing is skipped. The unique tick row makes
// sure even of a sweep that crashed between.
const dueStatement: Statement = {
  name: 'due_schedule',
  text: `
select id, org_id, created_by, cron, time_zone, missed, request, next_tick_at, db_now() as now from schedule
where paused_at is null and next_tick_at <= db_now() order by next_tick_at limit 1 for update skip locked`,
};

const seenStatement: Statement = {
  name: 'seen_tick',
  text: 'select 1 as seen from schedule_tick where schedule_id = $1 and tick_at = $2',
};

const tickStatement: Statement = {
  name: 'fire_tick',
  text: 'insert into schedule_tick (schedule_id, tick_at, job_id, prompt_id) values ($1, $2, $3, $4)',
};

const moveStatement: Statement = {
  name: 'move_schedule',
  text: 'update schedule set next_tick_at = $2, last_error = $3 where id = $1',
};
