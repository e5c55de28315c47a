// Output of the commands: tables for people, JSON for machines.

export type Cell = string | number | null;

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How far something long has got: beside the result, and only for somebody who watches. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Aligned columns under a heading; numbers to the right. Nothing is cut: a pipe must see the same as a screen. */
export function printTable<Row>(rows: readonly Row[], columns: Readonly<Record<string, (row: Row) => Cell>>): void {
  const names = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)));
  const widths = names.map((name, at) =>
    Math.max(name.length, ...cells.map((line) => textOf(line[at] ?? null).length)),
  );
  const line = (parts: readonly Cell[]) =>
    parts
      .map((part, at) => {
        const text = textOf(part);
        return typeof part === 'number' ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  printLine(line(names));
  for (const parts of cells) printLine(line(parts));
}

/** A table with a title; nothing when there are no rows. */
export function section<Row>(
  title: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): void {
  if (rows.length === 0) return;
  printLine(`\n${title}`);
  printTable(rows, columns);
}

/** Names and values, one a line. */
export function printFacts(facts: Readonly<Record<string, Cell>>): void {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  for (const [name, value] of Object.entries(facts)) printLine(`${name.padEnd(width)}  ${textOf(value)}`);
}

/** `2026-12-01 08:15:00` in UTC. */
export function time(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19).replace('T', ' ');
}

function textOf(cell: Cell): string {
  // Text of prompts must not steer the terminal it is shown in.
  return cell === null ? '–' : String(cell).replace(/\p{Cc}+/gu, ' ');
}
