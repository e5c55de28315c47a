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
  if (!uuid.test(text)) throw new InvalidArgumentError('A job id is a UUID, as list-jobs shows it.');
  return text.toLowerCase();
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An ISO 8601 time, or an age like 30m, 12h, 7d; ISO 8601 comes out. */
export function since(text: string): string {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const at = unit === undefined ? Date.parse(text) : Date.now() - Number(count) * (unitMs[unit] ?? 0);
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a time like 2026-12-31T08:00:00Z or an age like 30m, 12h, 7d.');
  return new Date(at).toISOString();
}
