// `asterion pause` and `asterion resume`: what is not claimed for now.
import { Argument, Command, InvalidArgumentError } from 'commander';
import { jobKinds } from '#lib/domain/job.ts';
import { scopeFault, scopeWords } from '#lib/domain/operator/pause.ts';
import { liftPauses, type Pause } from '#lib/store/lanes/pauses.ts';
import { pauseScopes, resumeScopes } from '#lib/store/lanes/pausing.ts';
import { ageMs, CommandError, UsageError, withDatabase } from '../command.ts';
import { printJson, printLine, printTable, time } from '../print.ts';

interface PauseOptions {
  readonly all?: boolean;
  readonly for?: number;
  readonly reason: string;
  readonly json?: boolean;
}

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
      const pauses = await withDatabase((db) =>
        pauseScopes(db, { scopes, forMs: forMs ?? null, reason, setBy: 'operator' }),
      );
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
      const lifted = await withDatabase((db) => (all ? liftPauses(db, null) : resumeScopes(db, given)));
      if (json) printJson({ resumed: lifted });
      else if (lifted.length > 0) printLine(`Resumed ${lifted.join(', ')}.`);
      if (lifted.length === 0 && !all) throw new CommandError(`${given.join(', ')} was not paused.`);
      if (lifted.length === 0 && !json) printLine('Nothing was paused.');
    });
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
  const fault = scopeFault(text);
  if (fault !== null) throw new InvalidArgumentError(fault);
  return [...before, text];
}
