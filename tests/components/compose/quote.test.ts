// The passage that a prompt takes up.
import { expect, it } from 'vitest';
import { quoteOf, withQuote } from '#components/compose/quote/quote.ts';

it('a passage stands before the prompt as a markdown quote, empty lines included', () => {
  expect(withQuote('one\n\ntwo', 'And then?')).toBe('> one\n>\n> two\n\nAnd then?');
  expect(withQuote(null, 'And then?')).toBe('And then?');
});

it('a selection loses its edges and its gaps, and nothing selected is no passage', () => {
  expect(quoteOf('\n  a \r\n\n\n\nb\n ')).toBe('a\n\nb');
  expect(quoteOf(' \n ')).toBeNull();
});
