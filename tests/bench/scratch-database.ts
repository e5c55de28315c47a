// An empty database on the server under test, gone when its question is answered.
import pg from 'pg';

export interface Asked {
  readonly server: string;
  readonly rounds: number;
  readonly only: readonly string[];
  readonly streams: number;
  /** Says what is going on, beside the result. */
  note(text: string): void;
}

let made = 0;

export async function inScratchDatabase<T>(server: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `asterion_bench_${process.pid}_${++made}`;
  await statement(server, `create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await statement(server, `drop database if exists ${name} with (force)`);
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
