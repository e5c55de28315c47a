// What the database refuses by itself, whoever asks: illegal states, illegal moves, a changed past.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { canMove, type JobState, jobStates } from '#lib/domain/job.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, aWorker, claimOne, emptyTables, sql, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

describe('the database', () => {
  it('knows exactly the moves of the domain’s table', async () => {
    const pairs = jobStates.flatMap((from) => jobStates.map((to): [JobState, JobState] => [from, to]));
    const rows = await sql<{ may: boolean }>(
      database.db,
      `select job_may_move(f, t) as may from unnest($1::text[], $2::text[]) with ordinality as m(f, t, o) order by o`,
      [pairs.map(([from]) => from), pairs.map(([, to]) => to)],
    );
    expect(rows.map(({ may }) => may)).toEqual(pairs.map(([from, to]) => canMove(from, to)));
  });

  const illegal: [string, string][] = [
    ['running without a claim', `state = 'running', ready = false`],
    [
      'running without a start',
      `state = 'running', ready = false, worker_claim = gen_random_uuid(), claimed_at = now()`,
    ],
    ['terminal without a finish', `state = 'cancelled', ready = false`],
    ['queued with a finish', `finished_at = now()`],
    ['queued with a claim', `worker_claim = gen_random_uuid()`],
    ['ended and still ready', `state = 'cancelled', finished_at = now(), ready = true`],
    ['queued → succeeded', `state = 'succeeded', finished_at = now(), ready = false`],
    ['queued → superseded', `state = 'superseded', superseded_from = 'failed', finished_at = now(), ready = false`],
    ['an unknown state', `state = 'paused'`],
    ['an unknown failure kind', `error_kind = 'gremlins'`],
    ['more attempts than its budget', 'attempt = 4'],
    ['a priority out of range', 'priority = 101'],
    ['progress above 1', 'progress = 1.5'],
  ];
  it.each(illegal)('refuses a job that is %s', async (_name, change) => {
    const { job_id } = await submitted(database.db);
    await expect(sql(database.db, `update job set ${change} where id = $1`, [job_id])).rejects.toThrow(
      /violates check constraint|may not move/,
    );
  });

  it('refuses a success without a response, and a failure without a kind', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db);
    const { id } = await claimOne(db, workerId);
    const end = `worker_claim = null, claimed_at = null, finished_at = now()`;
    await expect(sql(db, `update job set state = 'succeeded', ${end} where id = $1`, [id])).rejects.toThrow(
      /success_has_response/,
    );
    await expect(sql(db, `update job set state = 'failed', ${end} where id = $1`, [id])).rejects.toThrow(
      /failure_has_kind/,
    );
  });

  it('keeps the past of an ended job: result, error, attempt and times never change', async () => {
    const { db } = database;
    const { job_id } = await answered(db);
    for (const change of [
      `finished_at = now()`,
      `created_at = now() - interval '1 day'`,
      `error_kind = 'timeout'`,
      'attempt = 2',
      `state = 'queued', finished_at = null`,
    ])
      await expect(sql(db, `update job set ${change} where id = $1`, [job_id])).rejects.toThrow();
  });

  it('allows one current job per prompt', async () => {
    const { db } = database;
    const { prompt_id, session_id } = await submitted(db);
    await expect(
      sql(
        db,
        `insert into job (id, kind, org_id, created_by, session_id, prompt_id) values ($1, 'prompt', 1, 1, $2, $3)`,
        [randomUUID(), session_id, prompt_id],
      ),
    ).rejects.toThrow(/job_current_of_prompt/);
  });

  it('logs an event for every raised version, whoever raised it', async () => {
    const { db } = database;
    const { job_id } = await submitted(db);
    await sql(db, 'update job set version = version + 1, progress = 0.5 where id = $1', [job_id]);
    await sql(db, 'update job set updated_at = now() where id = $1', [job_id]);
    expect(await sql(db, `select version from event where job_id = $1 order by seq`, [job_id])).toEqual([
      { version: 1 },
      { version: 2 },
    ]);
  });
});
