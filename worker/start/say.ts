// What the supervisor says on the terminal: short lines for people; the children's JSON goes to files.

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const repeatAfterMs = 10_000;
const errorLevel = 50;
const lastSaid = new Map<string, number>();

/** Shows a child's line when it is an error, once in ten seconds; everything else is in the log file only. */
export function showErrors(part: string, line: string): void {
  const message = errorIn(line);
  if (message === null) return;
  const text = `${part}: ${message}`;
  const now = performance.now();
  if (now - (lastSaid.get(text) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) return;
  lastSaid.set(text, now);
  complain(text);
}

// pino's lines have a level; Next's own errors are plain text that starts with ⨯.
function errorIn(line: string): string | null {
  if (!line.startsWith('{')) return line.trimStart().startsWith('⨯') ? line.trim() : null;
  try {
    const { level, msg, error, err } = JSON.parse(line) as {
      level?: number;
      msg?: string;
      error?: { message?: string };
      err?: { message?: string };
    };
    if (typeof level !== 'number' || level < errorLevel) return null;
    return [msg, (error ?? err)?.message].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    // Cut off in the middle, or not a log line: it is in the file.
    return null;
  }
}
