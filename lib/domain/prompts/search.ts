// What a search finds: prompts with the places in their texts and answers, as plain text and ranges.
import { dropRow } from '../drop.ts';
import * as z from '../wire/shape.ts';

export const searchSorts = ['relevance', 'newest', 'oldest'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** A piece of text around what was found. Ranges are UTF-16 offsets in it, in order: [start, end). */
export const snippet = z.object({
  in: z.enum(['prompt', 'answer']),
  /** The entity it comes from; of an answer that may be one of an earlier run. */
  entity_id: z.string(),
  text: z.string(),
  ranges: z.array(z.object({ start: z.int(), end: z.int() })),
});
export type Snippet = z.infer<typeof snippet>;

export const searchHit = z.object({
  row: dropRow,
  /** Retention has put the job away: it can be read and continued, not retried. */
  is_archived: z.boolean(),
  /** Empty when nothing was searched for, only filtered. */
  snippets: z.array(snippet),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = z.object({ hits: z.array(searchHit), next_cursor: z.nullable(z.string()) });
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** Text in quotes is a phrase; the rest are words, each of which may be the beginning of a longer one. */
export function parseSearch(text: string): { readonly words: string; readonly phrases: string[] } {
  const phrases: string[] = [];
  const words = text.replace(/"([^"]+)"/g, (_, phrase: string) => {
    phrases.push(phrase);
    return ' ';
  });
  return { words, phrases };
}
