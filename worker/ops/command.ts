// What every command of the CLI shares: the database it works on, its exit code, and how arguments are read.
import { InvalidArgumentError } from 'commander';
import { ConfigError, readConfig } from '#lib/config.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { runningPostgresUrl } from '#prisma/postgres/running.ts';

/** 0 done, 1 not done (said on stderr), 2 wrong usage or settings. */
export type ExitCode = 0 | 1 | 2;

/** Something that a person asked for cannot be done: `message` is the sentence for them, the exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The command line asks for something that makes no sense: `message` says what to write instead, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The database of DATABASE_URL, else that of the Asterion running in ASTERION_DATA_DIR. Throws ConfigError. */
export async function findDatabase(): Promise<{ url: string; directUrl: string | undefined }> {
  const config = readConfig();
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, directUrl: config.DIRECT_URL };
  const url = await runningPostgresUrl(config.ASTERION_DATA_DIR);
  if (url === null)
    throw new ConfigError(
      `DATABASE_URL is not set and no Asterion runs in ${config.ASTERION_DATA_DIR}. Start it with npm start, or set DATABASE_URL.`,
    );
  return { url, directUrl: undefined };
}

// Of Node's sockets, and SQLSTATE of PostgreSQL: connection, going down or starting, no such database, not let in.
const unreachable = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|08|57P0|3D000|28)/;

/** True when no command could have worked: the database is not there or does not let us in. */
export function cannotConnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unreachable.test(String(error.code));
}

/** Opens the database for one piece of work and closes it whatever happens. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...(await findDatabase()), poolSize: 2, name: 'asterion cli' });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

/** @returns a parser for a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** @returns a parser for one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
    return word;
  };
}

/** @returns a parser for a comma-separated list of these words. */
export function listOf<Word extends string>(words: readonly Word[]) {
  const word = oneOf(words);
  return (text: string): Word[] => text.split(',').map((part) => word(part.trim()));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function jobId(text: string): string {
  if (!uuid.test(text)) throw new InvalidArgumentError('An id is a UUID, as the lists show it.');
  return text.toLowerCase();
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time like 90s, 30m, 12h, 7d; milliseconds come out. */
export function ageMs(text: string): number {
  const ms = lengthMs(text);
  if (ms === null) throw new InvalidArgumentError('It must be a length of time like 90s, 30m, 12h, 7d.');
  return ms;
}

/** A time, or how long ago by the database's clock. */
export type Moment = { readonly at: string } | { readonly agoMs: number };

/** An ISO 8601 time or date, or an age like 12h, 90d. */
export function moment(text: string): Moment {
  const agoMs = lengthMs(text);
  if (agoMs !== null) return { agoMs };
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError(
      'It must be a time like 2026-12-31 or 2026-12-31T08:00:00Z, or an age like 12h, 90d.',
    );
  return { at: new Date(at).toISOString() };
}

function lengthMs(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unitMs[unit] ?? 0);
}

/** An ISO 8601 time, or an age like 30m, 12h, 7d; ISO 8601 comes out. */
export function since(text: string): string {
  const agoMs = lengthMs(text);
  const at = agoMs === null ? Date.parse(text) : Date.now() - agoMs;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a time like 2026-12-31T08:00:00Z or an age like 30m, 12h, 7d.');
  return new Date(at).toISOString();
}
