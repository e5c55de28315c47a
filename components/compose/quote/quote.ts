// A passage that the next prompt takes up: how it stands in the prompt, and where it waits until it is sent.

const longestQuote = 20_000;

/** The passage as a markdown quote, before what is asked about it. */
export function withQuote(quote: string | null, text: string): string {
  if (quote === null) return text;
  const lines = quote.split('\n').map((line) => (line.trim() === '' ? '>' : `> ${line.trimEnd()}`));
  return `${lines.join('\n')}\n\n${text}`;
}

/** What a selection gives: without edges of white space, with at most one empty line in a row; null when nothing is left. */
export function quoteOf(selected: string): string | null {
  const text = selected
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, longestQuote)
    .toWellFormed();
  return text === '' ? null : text;
}
