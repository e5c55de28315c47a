// Migrations: applied once however many ask, understandable when they cannot be, and in agreement with the schema page.
import { afterAll, describe, expect, inject, it } from 'vitest';
import { findDrift } from '#prisma/drift.ts';
import { migrate } from '#prisma/migrate.ts';
import { readSchema } from '#prisma/migration-engine.ts';
import { databaseUrl, statement } from '#tests/support/server.ts';

const { url: server } = inject('server');
const made: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `asterion_migrate_${process.pid}_${made.length}`;
  await statement(server, `CREATE DATABASE ${name}`);
  made.push(name);
  return databaseUrl(server, name);
}

afterAll(async () => {
  for (const name of made) await statement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

describe('migrate', () => {
  it('applies each migration once when several processes start at the same moment', async () => {
    const url = await emptyDatabase();
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const { rows } = await statement(url, 'SELECT migration_name, finished_at FROM _prisma_migrations');
    expect(applied.flat().sort()).toEqual(rows.map(({ migration_name }) => migration_name).sort());
    expect(rows.every(({ finished_at }) => finished_at !== null)).toBe(true);
    expect(await migrate(url)).toEqual([]);
  });

  it('keeps function bodies with semicolons whole', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const { rows } = await statement(url, "SELECT prosrc FROM pg_proc WHERE proname = 'job_log_update'");
    expect(rows[0].prosrc).toMatch(/BEGIN[\s\S]*RETURN NULL;\s*END/);
  });

  it('runs again what a killed process had only begun', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const names = await unfinish(url);
    expect((await migrate(url)).sort()).toEqual(names.sort());
  });

  it('says in a sentence that a database holds something else', async () => {
    const url = await emptyDatabase();
    await statement(url, 'CREATE TABLE somebody_elses (id int)');
    await expect(migrate(url)).rejects.toThrow('already holds tables of something else');
  });

  it('refuses a database that a newer copy has made', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await statement(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), 'x', '29991231000000_future', now(), 1)`,
    );
    await expect(migrate(url)).rejects.toThrow('newer than this copy of Asterion (it has 29991231000000_future)');
  });

  it('refuses a database made by another version of a migration', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await statement(url, "UPDATE _prisma_migrations SET checksum = 'another'");
    await expect(migrate(url)).rejects.toThrow('made with another version of');
  });
});

describe('schema.prisma', () => {
  it('agrees with the migrations', async () => {
    expect(await findDrift(server)).toBeNull();
  });

  it('would be caught when it says another column, default or partial index', async () => {
    const page = await readSchema();
    const edits: [string, string, string][] = [
      ['requestHash       String?', 'requestHash       String', '"request_hash" SET NOT NULL'],
      ['@default(3)', '@default(4)', 'SET DEFAULT 4'],
      [`where: raw("state = 'failed'")`, `where: raw("state = 'cancelled'")`, 'job_failed'],
    ];
    for (const [from, to, expected] of edits) {
      expect(page).toContain(from);
      expect(await findDrift(server, page.replace(from, to))).toContain(expected);
    }
  });
});

/** What a process leaves that was killed between the engine's two rows: a start without a finish, and no tables. */
async function unfinish(url: string): Promise<string[]> {
  const { rows } = await statement(url, 'SELECT migration_name FROM _prisma_migrations');
  await statement(
    url,
    `CREATE SCHEMA aside; CREATE TABLE aside.kept AS SELECT * FROM _prisma_migrations;
     DROP SCHEMA public CASCADE; CREATE SCHEMA public`,
  );
  await statement(
    url,
    `CREATE TABLE public._prisma_migrations (id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL,
       finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
       started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0);
     INSERT INTO _prisma_migrations SELECT id, checksum, NULL, migration_name, NULL, NULL, started_at, 0 FROM aside.kept;
     DROP SCHEMA aside CASCADE`,
  );
  return rows.map(({ migration_name }) => migration_name);
}
