// A database of its own for each test file, and bounded waiting for what happens in it.
import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase, type Database, type DatabaseOptions, openDatabase } from '#lib/store/client.ts';
import { killAll } from './child-process.ts';
import { eventually } from './eventually.ts';
import { databaseUrl, statement } from './server.ts';

// biome-ignore lint/performance/noBarrelFile: nearly every test that has a database waits for something in it.
export { eventually } from './eventually.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
}

let made = 0;

/**
 * Call once at the top of a test file (or in a describe): before its tests an empty migrated database is there, after them
 * it is dropped. A connection that the file left open fails it.
 */
export function testDatabase(options: Omit<DatabaseOptions, 'url'> = {}): TestDatabase {
  let opened: TestDatabase | undefined;
  const name = `asterion_test_${process.pid}_${Date.now()}_${++made}`;
  beforeAll(async () => {
    const { url: server, template } = inject('server');
    await clone(server, template, name);
    const url = databaseUrl(server, name);
    opened = { url, db: openDatabase({ url, name: 'asterion test file', ...options }) };
  });
  afterAll(async () => {
    if (!opened) return;
    const { url: server } = inject('server');
    await killAll();
    await closeDatabase(opened.db);
    try {
      await eventually(() => refuseLeftConnections(server, name), { withinMs: 3_000 });
    } finally {
      await statement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
  const current = (): TestDatabase => {
    if (!opened) throw new Error('the test database is there inside tests and hooks only');
    return opened;
  };
  return {
    get url() {
      return current().url;
    },
    get db() {
      return current().db;
    },
  };
}

// Two copies of a template cannot be made at the same moment: the server refuses the second while the first reads.
function clone(server: string, template: string, name: string): Promise<unknown> {
  return eventually(() => statement(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY wal_log`), {
    withinMs: 30_000,
  });
}

async function refuseLeftConnections(server: string, name: string): Promise<void> {
  const { rows } = await statement(
    server,
    `SELECT application_name, state, left(query, 120) AS query FROM pg_stat_activity
     WHERE datname = '${name}' AND backend_type = 'client backend'`,
  );
  if (rows.length > 0) throw new Error(`connections were left open: ${JSON.stringify(rows)}`);
}
