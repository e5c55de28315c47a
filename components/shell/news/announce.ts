// What a screen reader is told about the field: that answers came and prompts failed, never their tokens.
import type { FieldDrop } from '#lib/live/cache.ts';

export interface News {
  readonly ready: readonly FieldDrop[];
  readonly failed: readonly FieldDrop[];
}

/**
 * What ended between two looks at the field. A row seen for the first time is news only when its whole life passed between
 * them: it ended after `openedAtMs`, when the page was opened by the server's time. What was there before is none.
 */
export function newsBetween(
  before: ReadonlyMap<string, FieldDrop>,
  rows: readonly FieldDrop[],
  openedAtMs = Number.POSITIVE_INFINITY,
): News {
  const ended = rows.filter((row) => {
    const known = before.get(row.prompt_id);
    if (known === undefined) return row.finished_at !== null && Date.parse(row.finished_at) > openedAtMs;
    return known !== row && known.state !== row.state;
  });
  return {
    ready: ended.filter(({ state }) => state === 'succeeded'),
    failed: ended.filter(({ state }) => state === 'failed'),
  };
}

/** One or two sentences for a batch of news; empty for none. */
export function newsWords({ ready, failed }: News): string {
  return [readyWords(ready), failedWords(failed)].filter((part) => part !== '').join(' ');
}

function readyWords(ready: readonly FieldDrop[]): string {
  const [first, second] = ready;
  if (first === undefined) return '';
  return second === undefined ? `Answer ready: ${sentence(first.label)}` : `${ready.length} answers ready.`;
}

function failedWords(failed: readonly FieldDrop[]): string {
  const [first, second] = failed;
  if (first === undefined) return '';
  if (second !== undefined) return `${failed.length} prompts failed. Retry available.`;
  const after = first.attempt > 1 ? ` after ${first.attempt} attempts` : '';
  return `Failed${after}: ${sentence(first.label)} Retry available.`;
}

function sentence(label: string): string {
  return /[.!?…]$/.test(label) ? label : `${label}.`;
}
