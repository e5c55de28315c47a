// Once per test run: one PostgreSQL and in it one migrated database, which every test file gets a copy of.
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { generateClient } from '#prisma/generate.ts';
import { migrate } from '#prisma/migrate.ts';
import { lockFolder } from '#prisma/postgres/folder-lock.ts';
import { stopLeftover } from '#prisma/postgres/leftover.ts';
import { startPostgres } from '#prisma/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's maintenance database, and the name of the template on it. */
    server: { url: string; template: string };
  }
}

const folderPrefix = 'asterion-test-';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await generateClient();
  const server = await openServer();
  const template = `asterion_template_${process.pid}_${Date.now()}`;
  await statement(server.url, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(server.url, template));
  project.provide('server', { url: server.url, template });
  return async () => {
    await statement(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL for tests: the one given by TEST_DATABASE_URL or DATABASE_URL, else an embedded one in a temporary folder. */
export async function openServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  await removeLeftovers(folderPrefix);
  const dataDir = await mkdtemp(path.join(tmpdir(), folderPrefix));
  await chmod(dataDir, 0o755);
  // Nothing here has to survive a power cut.
  const postgres = await startPostgres({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed leaves its server and folder behind; the next run takes them away. */
export async function removeLeftovers(prefix: string): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of folders) {
    const folder = path.join(tmpdir(), name);
    const home = path.join(folder, 'postgres');
    const { birthtimeMs } = await stat(folder);
    // So young that it may not be locked yet.
    if (Date.now() - birthtimeMs < 60_000) continue;
    try {
      await lockFolder(home);
    } catch {
      // In use by another run.
      continue;
    }
    await stopLeftover(path.join(home, 'cluster'));
    await rm(folder, { recursive: true, force: true });
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function statement(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'asterion tests' });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
