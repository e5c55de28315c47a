// `asterion doctor`: is anything wrong with this installation, what does it mean, and what helps?
import { Command } from 'commander';
import type { Finding } from '#lib/domain/operator/finding.ts';
import type { Database } from '#lib/store/client.ts';
import { type ExitCode, withDatabase } from '../command.ts';
import { printJson, printLine } from '../print.ts';
import { checkDeadRows, checkNotes, checkServer, checkSnapshots, checkStuck, checkWorkers } from './checks.ts';
import { checkMigrations, checkSchema } from './schema.ts';

export function doctorCommand(exit: (code: ExitCode) => void): Command {
  return new Command('doctor')
    .helpGroup('Database:')
    .description('look for what is wrong, and say what it means and what to do')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It asks about: the server and its clock, migrations and schema (compared with a scratch database that is
dropped again), notes (a LISTEN round trip), snapshots that hold vacuum up, dead rows, stuck rows,
workers, and lanes nobody serves. It changes nothing. Exit code 1 when something is wrong.

Example:
  asterion doctor || mail -s "asterion needs a hand" you@example.org`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await withDatabase(examine);
      if (json) printJson({ findings });
      else print(findings);
      exit(findings.some(({ level }) => level === 'problem') ? 1 : 0);
    });
}

async function examine(db: Database): Promise<Finding[]> {
  const server = await checkServer(db);
  const migrations = await checkMigrations(db);
  // Without its tables there is nothing to ask about.
  if (migrations.level === 'problem') return [...server, migrations];
  return [
    ...server,
    migrations,
    ...(await checkSchema(db)),
    await checkNotes(db),
    ...(await checkSnapshots(db)),
    ...(await checkDeadRows(db)),
    ...(await checkStuck(db)),
    ...(await checkWorkers(db)),
  ];
}

const marks = { ok: 'ok      ', note: 'note    ', problem: 'PROBLEM ' } as const;

function print(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { level, check, found, means, todo } of findings) {
    printLine(`${marks[level]}${check.padEnd(width)}  ${found}`);
    const indent = ' '.repeat(marks.ok.length + width + 2);
    if (means !== undefined) printLine(`${indent}${means}`);
    if (todo !== undefined) printLine(`${indent}→ ${todo}`);
  }
  const problems = findings.filter(({ level }) => level === 'problem').length;
  printLine(
    problems === 0 ? '\nNothing is wrong.' : `\n${problems} ${problems === 1 ? 'thing is' : 'things are'} wrong.`,
  );
}
