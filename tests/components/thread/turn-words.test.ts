// What a turn says about itself, in every state, and never with a negative time.
import { expect, test } from 'vitest';
import { stateWords, usageWords } from '#components/thread/turn/turn-words.ts';
import { sampleDrop } from './drop-sample.ts';

const now = Date.parse('2026-03-02T10:00:30.000Z');
const say = (over: Parameters<typeof sampleDrop>[0]) => stateWords(sampleDrop(over), now, 'UTC');

test('a backoff says until when and which attempt follows', () => {
  expect(say({ attempt: 2, available_at: '2026-03-02T10:00:42.000Z' })).toBe(
    'Next try in 12 s, at 10:00 · attempt 2 of 3',
  );
});
test('a backoff that is over waits for a worker', () => {
  expect(say({ attempt: 2, available_at: '2026-03-02T10:00:29.000Z' })).toBe(
    'Waiting for a free worker · attempt 2 of 3',
  );
});
test('a prompt that continues an answer not given yet says so', () => {
  expect(say({ available_at: null, depends_on: ['j0'] })).toBe('Waiting for the answer it continues');
});
test('a running prompt counts from its start, and a start in the future counts as now', () => {
  expect(say({ state: 'running', started_at: '2026-03-02T10:00:18.000Z' })).toBe('Answering · 12 s');
  expect(say({ state: 'running', started_at: '2026-03-02T10:00:59.000Z' })).toBe('Answering · 0.0 s');
});
test('a failure says after how many attempts', () => {
  expect(say({ state: 'failed', attempt: 3, error_kind: 'timeout' })).toBe('Didn’t work after 3 attempts');
  expect(say({ state: 'failed', error_kind: 'auth' })).toBe('Didn’t work');
});
test('what this browser knows goes before the row', () => {
  expect(say({ state: 'running', local: { kind: 'stopping', jobId: 'j1', sinceMs: now } })).toBe('Stopping…');
  expect(say({ local: { kind: 'sending', text: 'x' } })).toBe('Sending…');
});
test('estimated use carries the sign for it', () => {
  const usage = {
    tokens_in: 1_000,
    tokens_out: 204,
    tokens_cached: 0,
    cost_usd: 0.0031,
    latency_ms: 5,
    is_estimate: true,
  };
  expect(usageWords(usage)).toBe('≈ 1,204 tokens · ≈ $0.0031');
  expect(usageWords({ ...usage, is_estimate: false, cost_usd: null })).toBe('1,204 tokens');
});
