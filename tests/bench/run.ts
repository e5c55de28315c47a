// `npm run bench`: asks every question on one PostgreSQL in one run, and prints one table; `-- field` asks only the map.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '#lib/config.ts';
import { generateClient } from '#prisma/generate.ts';
import { startPostgres } from '#prisma/postgres.ts';
import { describeMachine, printTable, type Row } from './report.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: ['add', 'pickup', 'drain', 'submit', 'reach'] },
    streams: { type: 'string', default: '500' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (flags.help) {
  process.stdout.write(`npm run bench [-- question…] [--rounds 3] [--streams 500] [--json]

Every queue takes its turn in each round on one PostgreSQL (DATABASE_URL's, or an embedded one); medians are printed.
  add      one durable job at a time, per second, beside graphile-worker and pg-boss
  pickup   added → handler starts, beside both
  drain    jobs per second with the whole history, beside both
  submit   POST /api/prompts by 50 at once, on the built product
  reach    commit → browser over --streams open streams
  field    the map with 1,000 and 5,000 drops in a real Chromium (only when asked for)
`);
  process.exit(0);
}

await generateClient();
// Loaded after the client exists: the store imports it.
const { askQueues } = await import('./queues/ask-queues.ts');
const { askField } = await import('./field/ask-field.ts');
const { askProduct } = await import('./web/ask-product.ts');

const server = await openServer();
try {
  const asked = {
    rounds: Number(flags.rounds),
    only: positionals.length > 0 ? positionals : flags.only,
    streams: Number(flags.streams),
    server: server.url,
    note,
  };
  const rows: Row[] = [...(await askQueues(asked)), ...(await askProduct(asked)), ...(await askField(asked))];
  const machine = describeMachine(await versionOf(server.url));
  if (flags.json) process.stdout.write(`${JSON.stringify({ machine, rows }, undefined, 2)}\n`);
  else printTable(rows, machine);
} finally {
  await server.stop();
}

/** DATABASE_URL's server, or a fresh embedded one with durable commits, as in production. */
async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { DATABASE_URL: url } = readConfig();
  if (url) return { url, stop: async () => {} };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'asterion-bench-'));
  const { url: embedded, stop } = await startPostgres({ dataDir });
  return {
    url: embedded,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
