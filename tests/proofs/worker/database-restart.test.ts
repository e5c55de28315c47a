// The database stopped hard in the middle of everything and started again: nothing is lost, nothing is doubled.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { isOutage } from '#lib/store/outage.ts';
import { migrate } from '#prisma/migrate.ts';
import { type RunningPostgres, startPostgres } from '#prisma/postgres.ts';
import { doubledThings } from '#tests/proofs/support/facts.ts';
import { startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { killAll } from '#tests/support/child-process.ts';
import { eventually } from '#tests/support/eventually.ts';
import { countOf, sql, viewer } from '#tests/support/jobs.ts';

let dataDir: string;
let postgres: RunningPostgres;
let db: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'asterion-restart-'));
  await chmod(dataDir, 0o755);
  postgres = await startPostgres({ dataDir });
  await migrate(postgres.url);
  db = openDatabase({ url: postgres.url, name: 'asterion proof' });
});

afterAll(async () => {
  await killAll();
  await closeDatabase(db);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Like `pg_ctl stop -m immediate`: no farewell to anybody, recovery at the next start. Then the same server again. */
async function restartHard(): Promise<void> {
  const { port } = new URL(postgres.url);
  process.kill(postgres.pid, 'SIGQUIT');
  await postgres.ended;
  await postgres.stop();
  postgres = await startPostgres({ dataDir, port: Number(port) });
  expect(new URL(postgres.url).port).toBe(port);
}

/** Submits until the database has taken it, as a browser does with its own id; resolves with the id. */
async function submitThrough(prompt_id: string, text: string): Promise<string> {
  await eventually(
    async () => {
      try {
        return (await submitPrompt(db, viewer, { text, prompt_id }, prompt_id)).ok;
      } catch (error) {
        if (isOutage(error)) return false;
        throw error;
      }
    },
    { withinMs: 60_000 },
  );
  return prompt_id;
}

const jobs = 120;

describe('a database stopped hard and started again, twice, while prompts come in and models speak', () => {
  it('loses no prompt that was accepted, and answers each once', async () => {
    // The outage is far shorter than the lease, as it is at the product's settings.
    const workers = await startWorkers(db, postgres.url, 2, {
      ASTERION_HEARTBEAT_MS: '2000',
      ASTERION_LEASE_MS: '60000',
    });
    const accepted: string[] = [];
    const submitting = (async () => {
      for (let at = 0; at < jobs; at += 1)
        accepted.push(
          await submitThrough(crypto.randomUUID(), `@demo delay=0 rate=100 tokens=60\nPrompt ${at} of many`),
        );
    })();
    const answered = (least: number) =>
      eventually(async () => (await countOf(db, 'ledger')) >= least, { withinMs: 60_000 });
    await answered(5);
    await restartHard();
    await answered(jobs / 3);
    await restartHard();
    await submitting;
    await eventually(
      async () => {
        const rows = await sql(db, `select state, count(*) as count from job group by state`);
        expect(rows).toEqual([{ state: 'succeeded', count: jobs }]);
      },
      { withinMs: 90_000 },
    );
    const stored = await sql<{ id: string }>(db, `select id from entity where kind = 'prompt' order by id`);
    expect(stored.map(({ id }) => id)).toEqual([...accepted].sort());
    expect(await doubledThings(db)).toEqual([]);
    // An outage is nobody's failure: no attempt was spent on it.
    expect(await sql(db, 'select distinct attempt from job')).toEqual([{ attempt: 1 }]);
    await stopWell(...workers);
  }, 240_000);
});
