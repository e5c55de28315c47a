// Brings a database up to date with prisma/migrations: `migrate(url)`, or `npm run migrate` as a command.
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConfigError, readConfig } from '#lib/config.ts';
import { MigrationError, noFilters, withEngine } from './migration-engine.ts';

// Any number does, as long as every Asterion uses the same. The session lock makes parallel starts wait for each other.
const lockKey = 4_127_301;
const lockWaitMs = 120_000;

/**
 * Applies what is missing, once, however many processes ask at the same time. Resolves to the names applied now.
 * `url` must keep session state (DIRECT_URL behind a pooler). Throws MigrationError with a sentence for a person.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'asterion migrate' });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${lockWaitMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    return await applyMissing(url);
  } finally {
    await client.end();
  }
}

function applyMissing(url: string): Promise<string[]> {
  return withEngine(url, async ({ engine, migrations, firstError }) => {
    try {
      const found = await engine.diagnoseMigrationHistory({
        migrationsList: migrations,
        optInToShadowDatabase: false,
        filters: noFilters,
      });
      if (found.editedMigrationNames.length > 0) {
        throw new MigrationError(
          `This database was made with another version of ${found.editedMigrationNames.join(', ')}. Use the version of Asterion that made it, or another database.`,
        );
      }
      if (found.history && 'unpersistedMigrationNames' in found.history) {
        throw new MigrationError(
          `This database is newer than this copy of Asterion (it has ${found.history.unpersistedMigrationNames.join(', ')}). Update Asterion.`,
        );
      }
      for (const migrationName of found.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrations,
        filters: noFilters,
      });
      return appliedMigrationNames;
    } catch (error) {
      if (error instanceof MigrationError) throw error;
      throw explain(error, firstError());
    }
  });
}

function explain(error: unknown, fromServer: Error | undefined): MigrationError {
  const code = (error as { code?: string }).code;
  if (code === 'P3005') {
    return new MigrationError(
      'This database already holds tables of something else. Give Asterion a database of its own.',
      {
        cause: error,
      },
    );
  }
  const reason = fromServer?.message ?? (error as Error).message;
  return new MigrationError(`The database could not be brought up to date: ${reason}`, { cause: fromServer ?? error });
}

async function main(): Promise<number> {
  const config = readConfig();
  const url = config.DIRECT_URL ?? config.DATABASE_URL;
  if (url === undefined) {
    console.error('Set DATABASE_URL to the database to migrate. (The embedded one is migrated at every `npm start`.)');
    return 1;
  }
  const applied = await migrate(url);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main().catch((error: Error) => {
    const isForPeople = error instanceof ConfigError || error instanceof MigrationError;
    console.error(isForPeople ? error.message : `Could not migrate: ${error.message}`);
    return 1;
  });
}
