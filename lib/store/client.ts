// The connection to PostgreSQL: pool, typed client, transactions, and the notes sent after a commit.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma/generated/client.ts';
import { Notifier } from './notifier.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Bypasses a pooler: LISTEN and migrations go here. Given means: `url` may not keep session state. */
  readonly directUrl?: string | undefined;
  /** Connections of this process, 4..16 in production. */
  readonly poolSize?: number | undefined;
  /** application_name, seen in pg_stat_activity. */
  readonly name?: string | undefined;
  /** A test moves the database's clock by an interval, e.g. '16 minutes'. */
  readonly clockShift?: string | undefined;
}

/** An open database. Every store function takes it first. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly notifier: Notifier;
  readonly directUrl: string;
  /** Named (prepared) statements are session state, so they are off behind a transaction pooler. */
  readonly prepares: boolean;
}

/** One statement with a stable name; `name` doubles as the prepared statement's. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Something a statement can run on: the pool, or the one connection of a transaction. */
export interface Connection {
  readonly client: pg.Pool | pg.PoolClient;
  readonly prepares: boolean;
}

const instant = 1184;
const int8 = 20;

// Raw reads give instants as ISO text with Z (null for infinity, "not yet known") and bigints as numbers: ours stay far below 2^53.
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === instant) return parseInstant;
    if (format !== 'binary' && oid === int8) return Number;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** PostgreSQL's text or JSON form of an instant as ISO 8601 with Z; infinity is null. */
export function parseInstant(text: string): string | null {
  return text === 'infinity' || text === '-infinity'
    ? null
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

/** Opens lazily: no connection is made before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 8,
    application_name: options.name ?? 'asterion',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: parsers,
    ...sessionSettings(options),
  });
  countConnected(pool);
  const notifier = new Notifier((channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]));
  // An idle connection that breaks (server restart) is dropped by the pool; the next statement opens a new one.
  pool.on('error', () => notifier.noteBrokenConnection());
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    notifier,
    directUrl: options.directUrl ?? options.url,
    prepares: options.directUrl === undefined || options.directUrl === options.url,
  };
}

/**
 * What every session starts with. JIT is off: for our short statements it compiles 30..70 ms to save microseconds.
 * A pooler refuses settings at the start of a session, so behind one they are left to its administrator.
 */
function sessionSettings({ url, directUrl, clockShift }: DatabaseOptions): { options?: string } {
  const shift = clockShift === undefined ? [] : [`-c asterion.clock_shift=${clockShift.replace(/([ \\])/g, '\\$1')}`];
  const behindPooler = directUrl !== undefined && directUrl !== url;
  const settings = [...(behindPooler ? [] : ['-c jit=off']), ...shift];
  return settings.length === 0 ? {} : { options: settings.join(' ') };
}

/** Sends what is still to be noted and closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.notifier.flush();
  await db.prisma.$disconnect();
  await db.pool.end();
}

/** Runs one statement and returns its rows. */
export async function run<Row extends pg.QueryResultRow>(
  on: Database | Connection,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = 'pool' in on ? on.pool : on.client;
  const told = tellingFrom(client);
  const result = await client
    .query<Row>({
      ...(on.prepares ? { name: statement.name } : {}),
      text: statement.text,
      values: [...values],
    })
    .catch(told);
  return result.rows;
}

/** The database could not be asked: no connection was to be had, or it broke. `cause` is what the driver said. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Every connection of this process was in use for as long as a caller waits for one: too much asked, nothing broken. */
export class PoolBusy extends ConnectionLost {}

/**
 * The pool says only in words that the time for a free connection is over; so it is told by what is so: all connections
 * are made and in use, and the caller's patience has passed.
 */
function tellingFrom(client: pg.Pool | pg.PoolClient): (error: unknown) => never {
  if (!(client instanceof pg.Pool)) return throwTold;
  const patienceMs = client.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY;
  const askedAt = performance.now();
  return (error) => {
    // A timer may fire a millisecond before its time.
    if (!isOfCode(error) && isFull(client) && performance.now() - askedAt >= patienceMs - 1)
      throw new PoolBusy(`every database connection is in use, none was free within ${patienceMs} ms`, {
        cause: error,
      });
    return throwTold(error);
  };
}

// The pool counts what it is still connecting, too: those of a server that is away are not in use.
const connected = new WeakMap<pg.Pool, number>();

function countConnected(pool: pg.Pool): void {
  const by = (step: number) => () => connected.set(pool, (connected.get(pool) ?? 0) + step);
  pool.on('connect', by(1));
  pool.on('remove', by(-1));
}

function isFull(pool: pg.Pool): boolean {
  return pool.idleCount === 0 && (connected.get(pool) ?? 0) >= pool.options.max;
}

/** What the driver throws without a SQLSTATE comes from the line, unless it is a fault of the code. */
function throwTold(error: unknown): never {
  if (isOfCode(error)) throw error;
  const said = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
  throw new ConnectionLost(`the database cannot be reached${said}`, { cause: error });
}

/** A refusal by the server, or a fault of the code. */
function isOfCode(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError;
}

// deadlock_detected, serialization_failure: the server undid one of two transactions that were in each other's way.
const losable = new Set(['40P01', '40001']);
const maxTries = 5;

/** Runs `work` in one READ COMMITTED transaction, again if the server picked it to break a deadlock. */
export function inTransaction<T>(db: Database, work: (tx: Connection) => Promise<T>): Promise<T> {
  return untilKept(() => once(db, work));
}

/** For `work` that is one statement and so a transaction of its own: again if the server picked it to break a deadlock. */
export async function untilKept<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!losable.has(sqlState(error) ?? '') || tries >= maxTries) throw error;
    }
  }
}

/** The SQLSTATE of an error from PostgreSQL, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

async function once<T>(db: Database, work: (tx: Connection) => Promise<T>): Promise<T> {
  const client = await db.pool.connect().catch(tellingFrom(db.pool));
  let broken: Error | undefined;
  // The pool listens to idle clients only: without this, a server that goes away in the middle of a transaction ends the process.
  const onBroken = (error: Error): void => {
    broken = error;
  };
  client.on('error', onBroken);
  try {
    await client.query('begin').catch(throwTold);
    const result = await work({ client, prepares: db.prepares });
    await client.query('commit').catch(throwTold);
    return result;
  } catch (error) {
    await client.query('rollback').catch(onBroken);
    throw error;
  } finally {
    client.off('error', onBroken);
    client.release(broken);
  }
}
