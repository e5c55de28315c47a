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

export function printTable(rows: readonly Row[], machine: ReturnType<typeof describeMachine>): void {
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
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
