// The web process's one database, opened at the first use; a server that starts before its database recovers by itself.
import { readConfig } from '#lib/config.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { AppError } from './refusal.ts';

let database: Database | undefined;

/** Connections of the web process; a submit needs one for a few ms, and more would only queue inside PostgreSQL. */
const poolSize = 8;

/** Throws AppError `database_away` when no database is configured. */
export function webDatabase(): Database {
  database ??= open();
  return database;
}

/** Tests put theirs in. */
export function setDatabase(db: Database): void {
  database = db;
}

/** When the process ends: what was committed is still noted, then every connection is given back. */
export async function closeWebDatabase(): Promise<void> {
  if (database !== undefined) await closeDatabase(database);
}

function open(): Database {
  const { DATABASE_URL: url, DIRECT_URL: directUrl } = readConfig();
  if (url === undefined)
    throw new AppError('database_away', 'DATABASE_URL is not set. Start the product with npm start.');
  return openDatabase({ url, directUrl, poolSize, name: 'asterion-web' });
}
