// The product in one command (`npm start`): database, tables, build, web and worker under one supervisor.
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#lib/config.ts';
import { MigrationError } from '#prisma/migration-engine.ts';
import { PostgresError } from '#prisma/postgres/binaries.ts';
import { FolderInUseError } from '#prisma/postgres/folder-lock.ts';
import { BuildError } from './start/build.ts';
import { PortError } from './start/port.ts';
import { complain, say } from './start/say.ts';
import { type Supervisor, supervise } from './start/supervisor.ts';

const help = `Asterion: prompts that never lose an answer.

  npm start            database, web and worker; prints the address
  npm run dev          the same with the web part rebuilt as files change

Settings come from the environment (all optional; .env.example lists them), most used:
  PORT=3000            where the web part listens, on this machine only
  DATABASE_URL=…       a PostgreSQL (14 or newer) to use instead of the built-in one
  ASTERION_DATA_DIR=…  where the built-in database and the logs are kept (default .data)
  OPENAI_API_KEY=…     a model besides the built-in demo; also OPENAI_BASE_URL, ANTHROPIC_API_KEY, …`;

// Mistakes that a person can mend: their message says all there is to say.
const forPeople = [ConfigError, PortError, PostgresError, FolderInUseError, MigrationError, BuildError];

process.exitCode = await main();

async function main(): Promise<number> {
  const stopping = new AbortController();
  let supervisor: Supervisor | undefined;
  stopOnSignals(stopping, () => supervisor);
  let exitCode = 0;
  try {
    const { values } = parseArgs({ options: { dev: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      say(help);
      return 0;
    }
    const config = readConfig();
    // Which models there can be is known to the providers alone; a wrong default must not start a worker that cannot.
    if (config.ASTERION_DEFAULT_MODEL !== undefined) (await import('./providers/registry.ts')).openProviders(config);
    const options = { config, isDev: values.dev ?? false, signal: stopping.signal };
    await supervise(options, (started) => {
      supervisor = started;
    });
    await aborted(stopping.signal);
  } catch (error) {
    exitCode = 1;
    complain(explain(error));
  }
  await supervisor?.stop();
  if (stopping.signal.aborted) say('Stopped.');
  return exitCode;
}

// One Ctrl-C under npm arrives twice: from the terminal, and passed on by npm.
const echoMs = 500;

function stopOnSignals(stopping: AbortController, supervisor: () => Supervisor | undefined): void {
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && performance.now() - firstAt < echoMs) return;
      if (stopping.signal.aborted) {
        supervisor()?.killNow();
        process.exit(130);
      }
      firstAt = performance.now();
      say('\nStopping: running prompts may finish for 30 s, then they are handed back. (Ctrl-C again leaves at once.)');
      stopping.abort();
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function explain(error: unknown): string {
  const isForPeople = forPeople.some((kind) => error instanceof kind);
  if (isForPeople) return (error as Error).message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\nTry --help.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached: ${message}`;
  return `Asterion could not start: ${(error as Error).stack ?? String(error)}`;
}
