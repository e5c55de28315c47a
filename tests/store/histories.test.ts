// Random histories against a model: whatever is done in whatever order, the tables say what the state machine says.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canMove, isLive, type JobState } from '#lib/domain/job.ts';
import { type ClaimedJob, type Outcome, releaseJobs, settleJobs } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { makeDueReady } from '#lib/store/jobs/waiting.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, emptyTables, loseLease, sql, submitted, success, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();

type Step =
  | { readonly do: 'submit'; readonly continues: boolean; readonly attempts: number }
  | { readonly do: 'claim' | 'release' | 'reclaim' | 'loseLease' | 'due' }
  | { readonly do: 'settle'; readonly pick: number; readonly as: 'succeeded' | 'failed' | 'retry' }
  | { readonly do: 'cancel' | 'retry'; readonly pick: number };

const pick = fc.nat(50);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      continues: fc.boolean(),
      attempts: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'claim' as const,
        'claim' as const,
        'release' as const,
        'reclaim' as const,
        'loseLease' as const,
        'due' as const,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      pick,
      as: fc.constantFrom('succeeded' as const, 'failed' as const, 'retry' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'retry' as const), pick }) },
);

/** Plays steps with two workers that may die; remembers every claim ever made, the stale ones too. */
class History {
  readonly prompts: { prompt_id: string; job_id: string }[] = [];
  readonly claims: { workerId: string; job: ClaimedJob }[] = [];
  private workerId = '';

  /** `alone`: nobody else acts, so each answer can be foretold. */
  constructor(
    private readonly db: Database,
    private readonly alone: boolean,
  ) {}

  async play(now: Step): Promise<void> {
    switch (now.do) {
      case 'submit':
        return this.submit(now.continues, now.attempts);
      case 'claim':
        return this.claim();
      case 'release':
        return releaseJobs(
          this.db,
          this.workerId || (await this.worker()),
          this.claims.slice(-2).map(({ job }) => refOf(job)),
        );
      case 'loseLease':
        if (this.workerId) await loseLease(this.db, this.workerId);
        this.workerId = '';
        return;
      case 'reclaim':
        expect((await reclaimLostJobs(this.db)).errors).toEqual([]);
        return;
      case 'due':
        await makeDueReady(this.db);
        return;
      case 'settle':
        return this.settle(now.pick, now.as);
      case 'cancel':
      case 'retry':
        return this.ask(now.do, now.pick);
    }
  }

  private async worker(): Promise<string> {
    this.workerId ||= await aWorker(this.db);
    return this.workerId;
  }

  private async submit(continues: boolean, attempts: number): Promise<void> {
    const parent = continues ? this.prompts.at(-1) : undefined;
    this.prompts.push(
      await submitted(this.db, {
        options: { max_attempts: attempts },
        ...(parent ? { parent_id: parent.prompt_id } : {}),
      }),
    );
  }

  private async claim(): Promise<void> {
    const workerId = await this.worker();
    for (const job of await claim(this.db, workerId, 2)) this.claims.push({ workerId, job });
  }

  private async settle(index: number, as: 'succeeded' | 'failed' | 'retry'): Promise<void> {
    const held = this.claims[index % Math.max(1, this.claims.length)];
    if (held === undefined) return;
    const { job, workerId } = held;
    const failure = { ...refOf(job), kind: 'timeout', message: 'No answer' } as const;
    const canRetry = job.attempt < job.maxAttempts;
    const outcome: Outcome =
      as === 'succeeded'
        ? success(job)
        : as === 'retry' && canRetry
          ? { ...failure, type: 'retry', delayMs: 0 }
          : { ...failure, type: 'failed' };
    const [before] = await sql(this.db, 'select state, worker_claim, claim from job where id = $1', [job.id]);
    const isHeld = before?.state === 'running' && before.worker_claim === workerId && before.claim === job.claim;
    expect(await settleJobs(this.db, workerId, [outcome])).toEqual(new Set(isHeld ? [job.id] : []));
  }

  private async ask(what: 'cancel' | 'retry', index: number): Promise<void> {
    const prompt = this.prompts[index % Math.max(1, this.prompts.length)];
    if (prompt === undefined) return;
    const [current] = await sql<{ id: string; state: JobState }>(
      this.db,
      `select id, state from job where prompt_id = $1 and state <> 'superseded'`,
      [prompt.prompt_id],
    );
    if (current === undefined) throw new Error('a prompt has lost its current job');
    const { ok } =
      what === 'cancel'
        ? await cancelJob(this.db, viewer, current.id)
        : await retryJob(this.db, viewer, current.id, {});
    const may = what === 'cancel' ? isLive(current.state) || current.state === 'cancelled' : !isLive(current.state);
    if (this.alone) expect(ok).toBe(may);
  }
}

function refOf({ id: jobId, claim: claimed, attempt }: ClaimedJob) {
  return { jobId, claim: claimed, attempt };
}

/** Rows that break a promise, each query with the promise as its name. All must be empty after any history. */
const promises: Record<string, string> = {
  'a prompt has exactly one current job': `
    select p.id from entity p where p.kind = 'prompt' and 1 <> (select count(*) from job j where j.prompt_id = p.id and j.state <> 'superseded')`,
  'a success has one response and the edge to it': `
    select j.id from job j where coalesce(j.superseded_from, j.state) = 'succeeded' and 1 <> (select count(*) from edge e join entity r on r.id = e.to_id
      where e.from_id = j.prompt_id and e.type = 'flows-to' and r.id = j.response_id)`,
  'no response without its success': `
    select r.id from entity r where r.kind = 'response' and 1 <> (select count(*) from job j where j.response_id = r.id)`,
  'an attempt is open exactly while its claim runs': `
    select a.job_id from attempt a join job j on j.id = a.job_id where (a.finished_at is null) <> (j.state = 'running' and j.claim = a.claim)`,
  'a claim has exactly one attempt row': `
    select j.id from job j where j.claim <> (select count(*) from attempt a where a.job_id = j.id)`,
  'every version has its event': `
    select j.id from job j where not exists (select 1 from event e where e.job_id = j.id and e.version = j.version)`,
  'a continuation that may run knows what it continues': `
    select p.id from entity p join job j on j.prompt_id = p.id and j.state = 'running' join job pj on pj.prompt_id = p.parent_id and pj.state = 'succeeded'
    where p.continues_id is null and pj.finished_at < j.created_at`,
  'every live row is met by exactly one rule of recovery': `
    select id from (select j.id,
      (j.state = 'queued' and j.ready and exists (select 1 from lane l where l.name = j.lane))::int
      + (j.state = 'queued' and not j.ready and j.available_at < 'infinity')::int
      + (j.state = 'queued' and not j.ready and j.available_at = 'infinity' and exists (select 1 from unnest(j.depends_on) d join job dj on dj.id = d
          where coalesce(dj.superseded_from, dj.state) not in ('failed', 'cancelled')))::int
      + (j.state = 'running' and exists (select 1 from worker w where w.id = j.worker_claim and w.lease_until > db_now()))::int
      + (j.state = 'running' and not exists (select 1 from worker w where w.id = j.worker_claim and w.lease_until > db_now()))::int as rules
      from job j where j.state in ('queued', 'running')) met where rules <> 1`,
};

async function expectPromises(db: Database): Promise<void> {
  for (const [promise, query] of Object.entries(promises)) expect(await sql(db, query), promise).toEqual([]);
}

/** The states each job went through, as its events tell, are all legal moves. */
async function expectLegalMoves(db: Database): Promise<void> {
  const events = await sql<{ job_id: string; state: JobState }>(
    db,
    `select job_id, state from event order by job_id, version`,
  );
  let last: { job_id: string; state: JobState } | undefined;
  for (const event of events) {
    if (last?.job_id === event.job_id && last.state !== event.state)
      expect(canMove(last.state, event.state), `${last.state} → ${event.state}`).toBe(true);
    last = event;
  }
}

describe('any history of submits, claims, deaths, settlements, cancels and retries', () => {
  it('keeps every promise of the tables', { timeout: 120_000 }, async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await emptyTables(db);
        const history = new History(db, true);
        for (const now of steps) await history.play(now);
        await expectPromises(db);
        await expectLegalMoves(db);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps them when many act at the same time', { timeout: 120_000 }, async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 8, maxLength: 16 }), { minLength: 4, maxLength: 4 }),
        async (lives) => {
          await emptyTables(db);
          await Promise.all(
            lives.map(async (steps) => {
              const history = new History(db, false);
              for (const now of steps.filter((one) => one.do !== 'settle')) await history.play(now);
              for (const { workerId, job } of history.claims) await settleJobs(db, workerId, [success(job)]);
            }),
          );
          await expectPromises(db);
          await expectLegalMoves(db);
        },
      ),
      { numRuns: 15 },
    );
  });
});
