// A database for one question, gone when it is answered: beside the given one, or on a server of its own.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { startPostgres } from '#prisma/postgres.ts';

/** Migrates an empty database, hands its URL to `use`, and drops it whatever happens. Needs the right to create databases. */
export async function inScratchDatabase<T>(beside: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `asterion_scratch_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(beside, `CREATE DATABASE ${name}`);
  try {
    const url = new URL(beside);
    url.pathname = `/${name}`;
    await migrate(url.href);
    return await use(url.href);
  } finally {
    await onServer(beside, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** A PostgreSQL in a temporary folder, stopped and removed afterwards. Throws PostgresError. */
export async function onScratchServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'asterion-scratch-'));
  // As root the server runs as a user of its own, who has to get in.
  await chmod(dataDir, 0o755);
  const server = await startPostgres({ dataDir });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** True when the role of this URL may create databases. */
export async function mayCreateDatabases(url: string): Promise<boolean> {
  const { rows } = await onServer(
    url,
    'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
  );
  return rows[0]?.may === true;
}

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'asterion scratch' });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
