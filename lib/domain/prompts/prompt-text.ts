// The words of a prompt: how long they may be, how they are called for short, and what their options mean when absent.
import { defaultMaxAttempts } from '../job.ts';

/** UTF-16 code units, as the browser counts them. */
export const promptTextLimit = 200_000;

const labelLimit = 120;

/** First line with anything on it, at most 120 characters. A `@demo …` directive gives way to what follows it. */
export function labelOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((candidate) => !candidate.startsWith('@demo')) ?? lines[0] ?? '';
  return line.length <= labelLimit
    ? line
    : `${line
        .slice(0, labelLimit - 1)
        .trimEnd()
        .toWellFormed()}…`;
}

export function maxAttemptsOf(options: { readonly max_attempts?: number | undefined } | undefined): number {
  return options?.max_attempts ?? defaultMaxAttempts;
}
