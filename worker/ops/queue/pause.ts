// `asterion pause` and `asterion resume`: what is not claimed for now.
import { Argument, Command, InvalidArgumentError } from 'commander';
import { jobKinds } from '#lib/domain/job.ts';
import type { Database } from '#lib/store/client.ts';
import { liftPauses, listPauses, type Pause, setPause } from '#lib/store/lanes/pauses.ts';
import { listWorkers } from '#lib/store/workers.ts';
import { ageMs, CommandError, UsageError, withDatabase } from '../command.ts';
import { printJson, printLine, printTable, time } from '../print.ts';

interface PauseOptions {
  readonly all?: boolean;
  readonly for?: number;
  readonly reason: string;
  readonly json?: boolean;
}

const scopeWords = 'kind:<kind>, lane:<provider/model> or provider:<provider>';

export function pauseCommand(): Command {
  return new Command('pause')
    .helpGroup('Queue:')
    .description('keep jobs of a kind, a model or a provider from being claimed')
    .addArgument(new Argument('[scopes...]', scopeWords).argParser(scope))
    .option('--all', 'every kind of job')
    .option('--for <time>', 'until this much later, e.g. 30m, 12h, 7d (default: until resumed)', ageMs)
    .option('--reason <text>', 'shown to whoever asks why a job waits', 'paused by an operator')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Running jobs go on; queued ones wait and keep their order. Without a scope it shows what is paused.
Jobs that name no model are in lane:default; it is paused along with
the provider of the workers' default model.

Examples:
  asterion pause provider:openai --for 30m --reason "quota is used up"
  asterion pause lane:openai/gpt-5
  asterion pause --all && asterion drain --all --wait 60     # before maintenance
  asterion pause                                              # what is paused now?`,
    )
    .action(async (given: readonly string[], { all, for: forMs, reason, json }: PauseOptions) => {
      const scopes = chosen(given, all);
      const pauses = await withDatabase(async (db) => {
        const whole = [...new Set([...scopes, ...(await alsoMeant(db, scopes))])];
        if (whole.length > 0) await setPause(db, { scopes: whole, forMs: forMs ?? null, reason, setBy: 'operator' });
        return listPauses(db);
      });
      printPauses(pauses, json);
    });
}

export function resumeCommand(): Command {
  return new Command('resume')
    .helpGroup('Queue:')
    .description('end a pause, also one that a provider asked for')
    .addArgument(new Argument('[scopes...]', scopeWords).argParser(scope))
    .option('--all', 'every pause there is')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  asterion resume provider:openai\n  asterion resume --all')
    .action(async (given: readonly string[], { all, json }: { all?: boolean; json?: boolean }) => {
      if (given.length === 0 && !all) throw new UsageError('Say what to resume: a scope, or --all.');
      const lifted = await withDatabase(async (db) => {
        if (all) return liftPauses(db, null);
        const together = await pausedTogether(db, given);
        const each = await Promise.all(together.map((one) => liftPauses(db, one)));
        return each.flat();
      });
      if (json) printJson({ resumed: lifted });
      else if (lifted.length > 0) printLine(`Resumed ${lifted.join(', ')}.`);
      if (lifted.length === 0 && !all) throw new CommandError(`${given.join(', ')} was not paused.`);
      if (lifted.length === 0 && !json) printLine('Nothing was paused.');
    });
}

/** Prompts that name no model ask the workers' default: they are the provider's as well when that is its model. */
async function alsoMeant(db: Database, scopes: readonly string[]): Promise<string[]> {
  if (!scopes.some((one) => one.startsWith('provider:'))) return [];
  const workers = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  const defaults = workers.map(({ models }) => `provider:${models[0]?.provider ?? ''}`);
  return scopes.some((one) => defaults.includes(one)) ? ['lane:default'] : [];
}

/** What was paused along with a provider, for the same reason by the same hand, ends with it. */
async function pausedTogether(db: Database, given: readonly string[]): Promise<string[]> {
  const pauses = await listPauses(db);
  const besides = pauses.find(({ scope: one }) => one === 'lane:default');
  const isTwin = pauses.some(
    ({ scope: one, reason, setBy }) =>
      one.startsWith('provider:') && given.includes(one) && reason === besides?.reason && setBy === besides.setBy,
  );
  return [...new Set([...given, ...(isTwin ? ['lane:default'] : [])])];
}

function chosen(given: readonly string[], all: boolean | undefined): readonly string[] {
  if (all && given.length > 0) throw new UsageError('Give scopes or --all, not both.');
  return all ? jobKinds.map((kind) => `kind:${kind}`) : given;
}

function printPauses(pauses: readonly Pause[], json: boolean | undefined): void {
  if (json) printJson({ pauses });
  else if (pauses.length === 0) printLine('Nothing is paused.');
  else
    printTable(pauses, {
      paused: (row) => row.scope,
      'until (UTC)': (row) => time(row.until) ?? 'resumed',
      reason: (row) => row.reason,
      'set by': (row) => row.setBy,
      since: (row) => time(row.createdAt),
    });
}

function scope(text: string, before: readonly string[] = []): readonly string[] {
  const [, what, name] = /^(kind|lane|provider):(.{1,200})$/.exec(text) ?? [];
  if (what === undefined) throw new InvalidArgumentError(`It must be ${scopeWords}.`);
  if (what === 'kind' && !jobKinds.some((kind) => kind === name))
    throw new InvalidArgumentError(`There is no kind ${name}; the kinds are ${jobKinds.join(', ')}.`);
  return [...before, text];
}
