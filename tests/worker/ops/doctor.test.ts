// `asterion doctor`: silent about what is well, and clear about each thing that is wrong.
import { describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claimOne, sql, submitted } from '#tests/support/jobs.ts';
import { runAsterion } from '#tests/worker/ops/command-line.ts';
import { compare } from '#worker/ops/doctor/schema.ts';

const database = testDatabase();

interface Found {
  readonly check: string;
  readonly level: string;
  readonly found: string;
}

async function doctor(): Promise<{ code: number; problems: string[]; all: Found[] }> {
  const { code, stdout } = await runAsterion(database.url, ['doctor', '--json']);
  const all: Found[] = JSON.parse(stdout).findings;
  return {
    code,
    all,
    problems: all.filter(({ level }) => level === 'problem').map(({ check, found }) => `${check}: ${found}`),
  };
}

describe('asterion doctor', { timeout: 90_000 }, () => {
  it('finds nothing wrong with a fresh database', async () => {
    const { code, problems, all } = await doctor();
    expect(problems).toEqual([]);
    expect(code).toBe(0);
    for (const check of [
      'database',
      'clock',
      'migrations',
      'schema',
      'notes',
      'snapshots',
      'dead rows',
      'stuck rows',
      'workers',
      'lanes',
    ])
      expect(all.map((one) => one.check)).toContain(check);
  });

  it('names what is stuck, what is missing, and who serves nobody, and ends with 1', async () => {
    const { db } = database;
    const lost = await submitted(db);
    const workerId = await aWorker(db);
    await claimOne(db, workerId);
    await sql(db, `update worker set lease_until = db_now() - interval '5 minutes' where id = $1`, [workerId]);
    await submitted(db);
    await sql(db, `update job set available_at = available_at - interval '5 minutes' where state = 'queued'`);
    await sql(db, 'drop index job_failed');
    await sql(db, 'alter table job disable trigger job_moves_legally');
    const { code, problems } = await doctor();
    expect(code).toBe(1);
    const said = problems.join('\n');
    expect(said).toContain(`1 run without a living worker (e.g. ${lost.job_id})`);
    expect(said).toContain('index job_failed');
    expect(said).toContain('job_moves_legally');
    expect(said).toContain('none is alive');
    const { stdout } = await runAsterion(database.url, ['doctor']);
    expect(stdout).toMatch(/PROBLEM schema .*\n +Without an index.*\n +→ /);
  });

  it('tells missing, different and strange things of a schema apart', () => {
    const entry = (name: string, definition = 'x') => ({ kind: 'index', name, definition });
    const found = compare([entry('a'), entry('b'), entry('c')], [entry('b'), entry('c', 'y'), entry('d')]);
    expect(found.map(({ level, found: what }) => [level, what])).toEqual([
      ['problem', 'missing: index a'],
      ['problem', 'different: index c'],
      ['note', 'not ours: index d'],
    ]);
  });
});
