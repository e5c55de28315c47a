// One table for people, or JSON for machines, with the machine it was measured on.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

export interface Row {
  readonly question: string;
  readonly subject: string;
  /** Figure → value, e.g. `p50 ms` → 2.1. */
  readonly figures: Readonly<Record<string, number>>;
  readonly goal?: string;
  readonly how?: string;
}

export function describeMachine(postgres: string) {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres,
    commit: commit(),
    measuredAt: new Date().toISOString(),
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // A copy without its history is measured all the same.
    return 'unknown';
  }
}

type Machine = ReturnType<typeof describeMachine>;

export function printJson(rows: readonly Row[], machine: Machine): void {
  process.stdout.write(`${JSON.stringify({ machine, rows }, undefined, 2)}\n`);
}

/** For reading here, and once more in Markdown for a page. */
export function printTable(rows: readonly Row[], machine: Machine, command: string): void {
  const { cpu, cores, memoryGb, node, postgres, commit: at, measuredAt } = machine;
  const lines = rows.map(({ question, subject, figures, goal = '', how = '' }) => [
    question,
    subject,
    Object.entries(figures)
      .map(([name, value]) => `${name} ${shown(value)}`)
      .join('   '),
    goal,
    how,
  ]);
  const header = ['question', 'subject', 'figures (medians of the rounds)', 'goal', 'how'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]) =>
    process.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  process.stdout.write(
    `\n${cpu} × ${cores}, ${memoryGb} GB · Node ${node} · PostgreSQL ${postgres} · ${at} · ${measuredAt}\n\n`,
  );
  print(header);
  print(widths.map((width) => '─'.repeat(width)));
  for (const line of lines) print(line);
  process.stdout.write(`\n${markdown(rows, machine, command)}\n`);
}

/** Questions that several subjects were asked become one row with a column each; the others follow as a list of their own. */
function markdown(
  rows: readonly Row[],
  { cpu, cores, memoryGb, node, postgres, commit: at }: Machine,
  command: string,
) {
  const where = `\`${command.trim()}\` at ${at} on ${cpu} × ${cores}, ${memoryGb} GB, Node ${node}, PostgreSQL ${postgres}; medians.`;
  const together = [...new Set(rows.map(({ question }) => question))].map((question) =>
    rows.filter((row) => row.question === question),
  );
  const compared = together.filter((same) => same.length > 1);
  const subjects = [...new Set(compared.flat().map(({ subject }) => subject))];
  const cells = (same: readonly Row[]) =>
    subjects.map((subject) => figuresOf(same.find((row) => row.subject === subject)?.figures ?? {}) || '–');
  return [
    where,
    ...(compared.length === 0 ? [] : ['', tableRow(['', ...subjects]), tableRow(['', ...subjects].map(() => '---'))]),
    ...compared.map((same) => tableRow([same[0]?.question ?? '', ...cells(same)])),
    '',
    tableRow(['', 'measured', 'goal']),
    tableRow(['---', '---', '---']),
    ...together
      .filter((same) => same.length === 1)
      .flat()
      .map(({ question, subject, figures, goal }) =>
        tableRow([`${question} (${subject})`, figuresOf(figures), goal ?? '']),
      ),
  ].join('\n');
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function figuresOf(figures: Row['figures']): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ');
}

function shown(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
