// `asterion proof <name>`: shows one promise of the product with real processes on a scratch database.
import { Argument, Command } from 'commander';
import { ConfigError, readConfig } from '#lib/config.ts';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { inScratchDatabase, mayCreateDatabases, onScratchServer } from '#prisma/postgres/scratch.ts';
import { CommandError, type ExitCode, findDatabase } from '../command.ts';
import { printJson, printLine } from '../print.ts';
import { asyncExecution } from './async-execution.ts';
import { type Checked, type Proof, ProofBench } from './bench.ts';
import { concurrentSafety } from './concurrent-safety.ts';
import { heartbeat } from './heartbeat.ts';
import { priorityQueue } from './priority-queue.ts';
import { endAll } from './process.ts';
import { retry } from './retry.ts';

const proofs: readonly Proof[] = [asyncExecution, priorityQueue, retry, heartbeat, concurrentSafety];
/** Nothing of a proof takes nearly as long on a machine that works. */
const limitMs = 240_000;

export function proofCommand(exit: (code: ExitCode) => void): Command {
  const width = Math.max(...proofs.map(({ name }) => name.length));
  return new Command('proof')
    .helpGroup('Database:')
    .description('prove a promise with real processes on a scratch database')
    .addArgument(new Argument('<name>', 'which promise').choices([...proofs.map(({ name }) => name), 'all']))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
${proofs.map(({ name, promise }) => `  ${name.padEnd(width)}  ${promise}`).join('\n')}
  ${'all'.padEnd(width)}  each of them

The scratch database is made beside yours (or on a PostgreSQL of its own, when there is none or it may not
be made there) and dropped at the end; your data is never touched, and the demo model answers.
Exit code 1 when a promise does not hold; at most ${limitMs / 60_000} minutes each.

Example:
  asterion proof heartbeat`,
    )
    .action(async (name: string, { json }: { json?: boolean }) => {
      const results = [];
      for (const proof of proofs.filter((one) => name === 'all' || one.name === name))
        results.push(await prove(proof, json));
      if (json) printJson({ proofs: results });
      exit(results.every(({ holds }) => holds) ? 0 : 1);
    });
}

async function prove(proof: Proof, json: boolean | undefined) {
  const say = (text: string) => (json ? undefined : printLine(text));
  const startedAt = performance.now();
  say(`${proof.name}: ${proof.promise}`);
  const { checked, failure } = await onScratch((url) => showOn(url, proof, (one) => say(lineOf(one))));
  const holds = failure === null && checked.length > 0 && checked.every((one) => one.holds);
  if (failure !== null) say(`  FAILS  ${failure}`);
  say(`${holds ? 'It holds' : 'It does NOT hold'} (${Math.round((performance.now() - startedAt) / 1_000)} s).\n`);
  return { name: proof.name, promise: proof.promise, holds, failure, checked };
}

function lineOf({ claim, holds, facts }: Checked): string {
  return `  ${holds ? 'ok   ' : 'FAILS'}  ${claim}${facts === '' ? '' : ` (${facts})`}`;
}

async function showOn(url: string, proof: Proof, onChecked: (checked: Checked) => void) {
  const db = openDatabase({ url, poolSize: 8, name: 'asterion proof' });
  const bench = new ProofBench(db, url, onChecked);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CommandError(`it took longer than ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    await Promise.race([proof.show(bench), late]);
    return { checked: bench.checked, failure: null };
  } catch (error) {
    return { checked: bench.checked, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    await endAll();
    await closeDatabase(db);
  }
}

/** Beside the product's database where that is possible, else on a server made for this alone. */
async function onScratch<T>(use: (url: string) => Promise<T>): Promise<T> {
  readConfig();
  const beside = await findDatabase().then(
    ({ url, directUrl }) => directUrl ?? url,
    (error: unknown) => {
      if (error instanceof ConfigError) return null;
      throw error;
    },
  );
  if (beside !== null && (await mayCreateDatabases(beside))) return inScratchDatabase(beside, use);
  return onScratchServer((url) => inScratchDatabase(url, use));
}
