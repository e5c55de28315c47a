// The text around what a search found, with the found words as ranges: never as markup, so that nothing has to be trusted.
import type { Snippet } from '#lib/domain/prompts/search.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

/** The prompt itself and its newest answers. */
const mostSnippets = 3;

interface SnippetColumns {
  readonly id: string;
  readonly prompt_id: string;
  readonly kind: 'prompt' | 'response';
  readonly marked: string;
}

/** By prompt. `query` is PostgreSQL's text of a tsquery. */
export async function readSnippets(
  db: Database,
  found: readonly { readonly id: string; readonly matches: string[] | null }[],
  query: string,
): Promise<Map<string, Snippet[]>> {
  const ids = found.flatMap(({ matches }) => (matches ?? []).slice(0, mostSnippets));
  const rows = await run<SnippetColumns & Record<string, unknown>>(db, snippetStatement, [ids, query]);
  const snippets = new Map<string, Snippet[]>();
  for (const { id, prompt_id, kind, marked } of rows) {
    const known = snippets.get(prompt_id) ?? [];
    const found = rangesOf(marked.replaceAll(hidden, '<'));
    known.push({ in: kind === 'prompt' ? 'prompt' : 'answer', entity_id: id, ...found });
    snippets.set(prompt_id, known);
  }
  return snippets;
}

const [opening, closing, hidden] = ['\u0001', '\u0002', '\u0003'];

/** Text in which each found word stands between two control characters, taken apart. */
function rangesOf(marked: string): Pick<Snippet, 'text' | 'ranges'> {
  const [before = '', ...parts] = marked.split(opening);
  const ranges: { start: number; end: number }[] = [];
  let text = before;
  for (const part of parts) {
    const [word = '', after = ''] = part.split(closing);
    ranges.push({ start: text.length, end: text.length + word.length });
    text += word + after;
  }
  return { text, ranges };
}

// The marks are taken out of the text first, so that only ours are in it; `<` is hidden from the parser, which would skip
// all behind `<script`. As much is read as is indexed.
const snippetStatement: Statement = {
  name: 'search_snippets',
  text: `
select e.id, case e.kind when 'prompt' then e.id else e.parent_id end as prompt_id, e.kind,
  ts_headline('simple', translate(left(e.content, 100000), E'<\\x01\\x02\\x03', E'\\x03'), $2::tsquery,
    E'StartSel="\\x01", StopSel="\\x02", MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "') as marked
from unnest($1::uuid[]) with ordinality as wanted(id, place) join entity e on e.id = wanted.id order by wanted.place`,
};
