// Which of two copies of an unfinished answer is shown.
import { expect, test } from 'vitest';
import { liveText } from '#components/thread/turn/live-text.ts';

test('of one claim the longer text wins, wherever it came from', () => {
  expect(liveText({ claim: 1, text: 'abc' }, { claim: 1, text: 'abcdef' })).toBe('abcdef');
  expect(liveText({ claim: 1, text: 'abcdef' }, { claim: 1, text: 'abc' })).toBe('abcdef');
});
test('a later claim starts clean and wins, however short it is', () => {
  expect(liveText({ claim: 1, text: 'abcdef' }, { claim: 2, text: 'x' })).toBe('x');
  expect(liveText({ claim: 3, text: '' }, { claim: 2, text: 'abc' })).toBe('');
});
