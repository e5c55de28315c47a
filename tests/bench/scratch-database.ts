// An empty database on the server under test, gone when its question is answered.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { atLeaving } from './leaving.ts';

export interface Asked {
  readonly server: string;
  readonly rounds: number;
  readonly only: readonly string[];
  readonly streams: number;
  /** Length of a soak, and how many stories begin in a second of it. */
  readonly minutes: number;
  readonly rate: number;
  /** Rows that a claim is measured on. */
  readonly ready: number;
  readonly finished: number;
  /** A folder for the soak's heap snapshots. */
  readonly snapshots: string | undefined;
  /** Says what is going on, beside the result. */
  note(text: string): void;
}

let made = 0;

export async function inScratchDatabase<T>(server: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `asterion_bench_${process.pid}_${++made}`;
  const drop = atLeaving(async () => {
    await letGo(server, name);
    await statement(server, `drop database if exists ${name} with (force)`);
  });
  try {
    await statement(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await drop();
  }
}

/** What a queue has closed may still be on its way out; thrown out of the database it would complain, and end the bench. */
const letGoWithinMs = 5_000;

async function letGo(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const until = performance.now() + letGoWithinMs; performance.now() < until; await wait(20)) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      if (rowCount === 0) return;
    }
  } finally {
    await client.end();
  }
}

/** Runs one statement on a connection of its own. */
export async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
