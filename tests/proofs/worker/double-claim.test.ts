// Eight workers over two thousand jobs: each is claimed, answered and paid for once.
import { describe, expect, it } from 'vitest';
import { submitAll } from '#lib/store/jobs/submit.ts';
import { doubledThings } from '#tests/proofs/support/facts.ts';
import { startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { countOf, sql, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();

const jobs = 2_000;
const perBatch = 100;
/** This is about claims: eight processes on a small machine must not lose a lease to its pauses. */
const patientLease = { ASTERION_HEARTBEAT_MS: '5000', ASTERION_LEASE_MS: '300000' };

describe('eight workers and 2,000 jobs', () => {
  it('give each job to exactly one of them: one claim, one answer, one model call', async () => {
    const { db, url } = database;
    const workers = await startWorkers(db, url, 8, { ASTERION_WORKER_CONCURRENCY: '4', ...patientLease });
    for (let from = 0; from < jobs; from += perBatch)
      await submitAll(
        db,
        Array.from({ length: perBatch }, (_, at) => ({
          viewer,
          request: { text: `@demo delay=0 rate=0 reply="answer ${from + at}"\nquestion ${from + at}` },
          key: undefined,
        })),
      );
    db.notifier.note('asterion_ready');
    await eventually(
      async () => {
        const [row] = await sql<{ open: number }>(
          db,
          `select count(*) as open from job where state in ('queued', 'running')`,
        );
        if (row?.open !== 0) throw new Error(`${row?.open} jobs are open`);
      },
      { withinMs: 90_000 },
    );
    expect(await sql(db, 'select state, claim, attempt, count(*) as count from job group by 1, 2, 3')).toEqual([
      { state: 'succeeded', claim: 1, attempt: 1, count: jobs },
    ]);
    expect(await doubledThings(db)).toEqual([]);
    expect(await countOf(db, 'job_attempt')).toBe(jobs);
    expect(await countOf(db, 'ledger')).toBe(jobs);
    expect(await mismatchedAnswers()).toEqual([]);
    const shares = await sql<{ jobs: number }>(db, 'select count(*) as jobs from job_attempt group by worker_id');
    // Otherwise nobody raced anybody and this proved nothing.
    expect(shares.length).toBeGreaterThanOrEqual(4);
    await stopWell(...workers);
  }, 180_000);
});

/** Prompts whose answer was made for another prompt. */
function mismatchedAnswers() {
  return sql(
    database.db,
    `select p.content, r.content as answer from entity p join entity r on r.parent_id = p.id and r.kind = 'response'
     where r.content <> 'answer ' || substring(p.content from 'question (\\d+)')`,
  );
}
