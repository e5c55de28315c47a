// `npm run bench`: asks every question on one PostgreSQL in one run, and prints one table. `-- --help` names the questions.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { generateClient } from '#prisma/generate.ts';
import { endAll, fail, leaveOnSignals } from './leaving.ts';
import { describeMachine, printJson, printTable, type Row } from './report.ts';
import { openServer } from './server.ts';

const sets = {
  quick: ['add', 'pickup', 'drain', 'submit', 'reach'],
  all: ['add', 'pickup', 'drain', 'submit', 'reach', 'claims', 'field'],
} as const;
const questions: readonly string[] = [...sets.all, 'soak'];

const help = `npm run bench [-- set or question…] [options]

Every question is asked on one PostgreSQL (DATABASE_URL's, or an embedded one with durable commits), in a database of its
own that is dropped afterwards. Queues take their turns within each round. Medians of the rounds are printed, first as a
table to read, then as Markdown. Ctrl-C ends and removes everything that was started.

Sets
  quick    add pickup drain submit reach: about 5 minutes (this is what no argument means)
  all      quick, claims and field: about 15 minutes

Questions
  add      one durable job at a time by 16 clients, per second, beside graphile-worker, pg-boss and BullMQ
  pickup   commit → handler starts on an idle worker, beside the same
  drain    20,000 waiting jobs, with all that is recorded of each, and bare ones, beside the same
  submit   POST /api/prompts by 50 at once, on the built product
  reach    commit → browser over open streams
  claims   one claim, and one of 100, on 1,000,000 ready and 9,000,000 finished rows, and after 200,000 claims under
           another session's old snapshot (about 4 minutes and 5 GB)
  field    the map with 1,000 and 5,000 drops in a real Chromium
  soak     memory of web and worker over a steady light load of prompts, retries, stops and watchers that come and go;
           then whether anything was lost (as long as you say)

Options
  --rounds 3        rounds of the quick questions
  --streams 500     open streams of reach
  --minutes 60      length of the soak          --rate 2     stories a second in it
  --snapshots DIR   heap snapshots of web and worker after the soak's warm-up and at its end; writing the first one lifts
                    the resident size for good
  --ready 1000000   --finished 9000000          rows of claims, for a smaller machine
  --json            one JSON document instead of the tables
`;

const { values: flags, positionals } = read();

if (flags.help) process.stdout.write(help);
else {
  leaveOnSignals();
  await main().catch(fail);
}

async function main(): Promise<void> {
  const only = wanted([...positionals, ...flags.only]);
  await generateClient();
  // Loaded after the client exists: the store imports it.
  const { askQueues } = await import('./queues/ask-queues.ts');
  const { askProduct } = await import('./web/ask-product.ts');
  const { askClaims } = await import('./claims/ask-claims.ts');
  const { askField } = await import('./field/ask-field.ts');
  const { askSoak } = await import('./soak/ask-soak.ts');
  const server = await openServer();
  const asked = {
    server: server.url,
    only,
    note,
    rounds: number('rounds'),
    streams: number('streams'),
    minutes: number('minutes'),
    rate: number('rate'),
    snapshots: flags.snapshots,
    ready: number('ready'),
    finished: number('finished'),
  };
  const rows: Row[] = [];
  for (const ask of [askQueues, askProduct, askClaims, askField, askSoak]) rows.push(...(await ask(asked)));
  const machine = describeMachine(await versionOf(server.url));
  await endAll();
  if (flags.json) printJson(rows, machine);
  else printTable(rows, machine, ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- '));
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '3' },
        only: { type: 'string', multiple: true, default: [] },
        streams: { type: 'string', default: '500' },
        minutes: { type: 'string', default: '60' },
        rate: { type: 'string', default: '2' },
        snapshots: { type: 'string' },
        ready: { type: 'string', default: '1000000' },
        finished: { type: 'string', default: '9000000' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return wrong(error instanceof Error ? error.message.replace(/\. To specify.*/, '.') : String(error));
  }
}

/** The questions that sets and names stand for; nothing means the quick set. */
function wanted(names: readonly string[]): string[] {
  const only = (names.length > 0 ? names : ['quick']).flatMap((name) =>
    name === 'quick' || name === 'all' ? sets[name] : [name],
  );
  const unknown = only.find((name) => !questions.includes(name));
  if (unknown !== undefined) wrong(`There is no question or set called ${unknown}.`);
  return only;
}

function number(flag: 'rounds' | 'streams' | 'minutes' | 'rate' | 'ready' | 'finished'): number {
  const value = Number(flags[flag]);
  if (!(value > 0)) wrong(`--${flag} must be a number above 0.`);
  return value;
}

function wrong(sentence: string): never {
  process.stderr.write(`${sentence} See npm run bench -- --help.\n`);
  process.exit(2);
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
