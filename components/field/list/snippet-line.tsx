// A piece of text with what was found in it marked: plain text and ranges, never markup.
import type { ReactNode } from 'react';
import type { Snippet } from '#lib/domain/prompts/search.ts';

export function SnippetLine({ snippet }: { readonly snippet: Pick<Snippet, 'text' | 'ranges'> }): ReactNode {
  const { text, ranges } = snippet;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

/** The words of `query` in a label, without case. */
export function rangesOf(label: string, query: string): { start: number; end: number }[] {
  const low = label.toLocaleLowerCase();
  const found: { start: number; end: number }[] = [];
  for (const word of query.toLocaleLowerCase().split(/\s+/).filter(Boolean)) {
    const start = low.indexOf(word);
    if (start >= 0) found.push({ start, end: start + word.length });
  }
  // Words that lie in each other would nest their marks.
  return found
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, at) => at === 0 || start >= (found[at - 1]?.end ?? 0));
}

/** The label stands above: words of the answer say more. */
export function bestSnippet(snippets: readonly Snippet[] | undefined): Snippet | undefined {
  return snippets?.find((snippet) => snippet.in === 'answer') ?? snippets?.[0];
}
