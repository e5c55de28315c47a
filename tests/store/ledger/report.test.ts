// The ledger adds up what was used, by the days of whoever asks, and its file is safe to open.
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { ledgerLines } from '#lib/store/ledger/ledger-file.ts';
import { readLedger, UnknownZone } from '#lib/store/ledger/report.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, emptyTables, sql, stranger, viewer } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const all = { zone: 'UTC', from: '2026-01-01', to: '2026-12-31', limit: 100 };

/** One call of a job at a moment. */
async function spent(
  jobId: string,
  at: string,
  model = 'openai/gpt-5',
  cost: number | null = 0.25,
  tokens = 10,
): Promise<void> {
  const [provider = '', name = provider] = model.split('/');
  await sql(
    database.db,
    `insert into ledger (job_id, claim, attempt, org_id, created_by, provider, model, tokens_in, tokens_out, tokens_cached, cost_usd, latency_ms, is_estimate, created_at)
     values ($1, 1, 1, 1, 1, $2, $3, $4, 5, 2, $5, 100, $6, $7)`,
    [jobId, provider, name, tokens, cost, cost === null, at],
  );
}

async function scene(): Promise<{ rootId: string }> {
  const { db } = database;
  const root = await answered(db, { text: '=cmd|"/c calc"!A1\nmore' });
  const child = await answered(db, { text: 'Go on', parent_id: root.prompt_id });
  await sql(db, 'truncate ledger');
  await spent(root.job_id, '2026-06-01T22:30:00Z');
  await spent(child.job_id, '2026-06-02T09:00:00Z');
  await spent(child.job_id, '2026-06-02T10:00:00Z', 'demo/demo', null, 1);
  return { rootId: root.prompt_id };
}

async function file(group: 'day' | 'model' | 'thread' | 'call'): Promise<string> {
  let text = '';
  for await (const piece of ledgerLines(database.db, viewer, { ...all, group })) text += piece;
  return text;
}

describe('the ledger', () => {
  it('adds up days as the zone has them', async () => {
    await scene();
    const utc = await readLedger(database.db, viewer, { ...all, group: 'day' });
    expect(utc.rows.map(({ key, calls }) => [key, calls])).toEqual([
      ['2026-06-02', 2],
      ['2026-06-01', 1],
    ]);
    const berlin = await readLedger(database.db, viewer, { ...all, zone: 'Europe/Berlin', group: 'day' });
    expect(berlin.rows.map(({ key, calls }) => [key, calls])).toEqual([['2026-06-02', 3]]);
    const one = await readLedger(database.db, viewer, { ...all, from: '2026-06-02', to: '2026-06-02', group: 'day' });
    expect(one.rows.map(({ calls }) => calls)).toEqual([2]);
    await expect(readLedger(database.db, viewer, { ...all, zone: 'Nowhere/Town', group: 'day' })).rejects.toThrow(
      UnknownZone,
    );
  });

  it('adds up models and threads, and says what is estimated and what has no price', async () => {
    const { rootId } = await scene();
    const models = await readLedger(database.db, viewer, { ...all, group: 'model' });
    expect(models.rows.map(({ key, calls, cost_usd }) => [key, calls, cost_usd])).toEqual([
      ['openai/gpt-5', 2, 0.5],
      ['demo', 1, null],
    ]);
    const threads = await readLedger(database.db, viewer, { ...all, group: 'thread' });
    expect(threads.rows).toEqual([
      {
        key: rootId,
        label: '=cmd|"/c calc"!A1',
        calls: 3,
        tokens_in: 21,
        tokens_out: 15,
        tokens_cached: 6,
        cost_usd: 0.5,
        unpriced: 1,
        estimated: 1,
      },
    ]);
    expect(threads.totals).toMatchObject({ calls: 3, tokens_in: 21, cost_usd: 0.5, unpriced: 1, estimated: 1 });
    const cut = await readLedger(database.db, viewer, { ...all, group: 'model', limit: 1 });
    expect([cut.rows.length, cut.left_off, cut.totals.calls]).toEqual([1, 1, 3]);
  });

  it('keeps the threads of archived jobs and shows nothing to another org', async () => {
    const { rootId } = await scene();
    await archiveJobs(database.db, '2999-01-01T00:00:00Z');
    const threads = await readLedger(database.db, viewer, { ...all, group: 'thread' });
    expect(threads.rows.map(({ key, calls }) => [key, calls])).toEqual([[rootId, 3]]);
    const theirs = await readLedger(database.db, stranger, { ...all, group: 'day' });
    expect(theirs).toMatchObject({ rows: [], totals: { calls: 0, tokens_in: 0, cost_usd: null } });
  });

  it('is a file whose texts are quoted and never run', async () => {
    const { rootId } = await scene();
    const names = 'calls,tokens_in,tokens_out,tokens_cached,cost_usd,calls_without_price,calls_estimated';
    expect(await file('thread')).toBe(
      `thread,first_line,${names}\r\n${rootId},"'=cmd|""/c calc""!A1",3,21,15,6,0.5,1,1\r\n`,
    );
    expect(await file('day')).toBe(
      `day (UTC),${names}\r\n2026-06-02,2,11,10,4,0.25,1,1\r\n2026-06-01,1,10,5,2,0.25,0,0\r\n`,
    );
    const calls = (await file('call')).split('\r\n');
    expect(calls).toHaveLength(5);
    expect(calls[1]).toContain('2026-06-01T22:30:00.000Z,openai/gpt-5,');
    expect(calls[3]).toMatch(/,yes,100,$/);
  });

  it('is a file of many pages that holds each call once', async () => {
    const { job_id } = await answered(database.db);
    await sql(
      database.db,
      `insert into ledger (job_id, claim, attempt, org_id, created_by, provider, model, latency_ms, created_at)
       select $1, n, 1, 1, 1, 'demo', 'demo', n, '2026-06-01' from generate_series(1, 10001) n`,
      [job_id],
    );
    const times = (await file('call'))
      .trim()
      .split('\r\n')
      .slice(1)
      .filter((line) => line.startsWith('2026-06-01'))
      .map((line) => line.split(',').at(-2));
    expect(times).toHaveLength(10_001);
    expect(new Set(times).size).toBe(10_001);
  });
});
