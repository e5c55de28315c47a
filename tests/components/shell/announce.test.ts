// What the live region says: ends of prompts, gathered, and never what was already there.
import { expect, test } from 'vitest';
import { newsBetween, newsWords } from '#components/shell/news/announce.ts';
import { sampleDrop } from '../thread/drop-sample.ts';

const running = sampleDrop({ state: 'running' });
const known = new Map([['p1', running]]);

test('an answer is announced by its label', () => {
  const news = newsBetween(known, [sampleDrop({ state: 'succeeded', version: 2 })]);
  expect(newsWords(news)).toBe('Answer ready: Name five edge cases.');
});
test('a failure says after how many attempts and that it can be retried', () => {
  const news = newsBetween(known, [sampleDrop({ state: 'failed', attempt: 3, version: 2 })]);
  expect(newsWords(news)).toBe('Failed after 3 attempts: Name five edge cases. Retry available.');
});
test('several answers are one sentence', () => {
  const ready = [sampleDrop({ state: 'succeeded' }), sampleDrop({ state: 'succeeded' })];
  expect(newsWords({ ready, failed: [] })).toBe('2 answers ready.');
});
test('what was there when the page opened is no news', () => {
  expect(newsWords(newsBetween(new Map(), [sampleDrop({ state: 'succeeded' })]))).toBe('');
});
test('being seen is no news either', () => {
  const settled = sampleDrop({ state: 'succeeded' });
  const news = newsBetween(new Map([['p1', settled]]), [{ ...settled, seen_at: '2026-03-02T10:00:00Z' }]);
  expect(newsWords(news)).toBe('');
});

test('a prompt whose whole life passed between two looks is news', () => {
  const row = sampleDrop({ prompt_id: 'quick', state: 'failed', finished_at: '2026-01-01T12:00:01Z' });
  expect(newsBetween(new Map(), [row], Date.parse('2026-01-01T12:00:00Z')).failed).toEqual([row]);
  expect(newsBetween(new Map(), [row], Date.parse('2026-01-01T12:00:02Z')).failed).toEqual([]);
});
