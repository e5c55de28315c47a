// Every look of a drop: its class, its chip, its line and its name.
import { describe, expect, test } from 'vitest';
import { levelOf, radiusOf } from '#components/field/drop-shape.ts';
import { chipOf, classOf, durationWords, lookOf, nameOf, statusOf } from '#components/field/drop-view.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { drop, startMs } from './fixture.ts';

const at = (ms: number) => new Date(startMs + ms).toISOString();
const problem = { kind: 'network', status: 0, detail: '', errors: [] } as const;

const looks: readonly (readonly [string, FieldDrop, string, string | null, string])[] = [
  ['queued', drop({ state: 'queued' }), 'drop is-queued', null, ''],
  [
    'queued behind its parent',
    drop({ state: 'queued', available_at: null }),
    'drop is-queued',
    null,
    '◌ after its parent',
  ],
  [
    'backing off',
    drop({ state: 'queued', attempt: 2, available_at: at(44_000) }),
    'drop is-queued',
    null,
    'retries in 12 s · 2 of 3',
  ],
  ['running', drop({ state: 'running', started_at: at(0) }), 'drop is-pending', null, '▸ 32 s'],
  ['running, just begun', drop({ state: 'running', started_at: at(31_000) }), 'drop is-pending', null, '▸'],
  ['settled', drop(), 'drop', null, ''],
  ['unread', drop({ seen_at: null }), 'drop is-unread', null, 'new'],
  ['orphan', drop({ state: 'failed', error_kind: 'rate_limit' }), 'drop is-orphan', 'Retry', 'rate limited'],
  ['cancelled', drop({ state: 'cancelled' }), 'drop is-cancelled', null, ''],
  ['superseded', drop({ state: 'superseded' }), 'drop is-superseded', null, ''],
  [
    'unsent',
    drop({ state: 'queued', local: { kind: 'unsent', text: 'x', problem } }),
    'drop is-unsent',
    'Not sent · Retry',
    'not sent',
  ],
  [
    'stopping',
    drop({ state: 'running', local: { kind: 'stopping', jobId: 'j', sinceMs: 0 } }),
    'drop is-pending is-stopping',
    null,
    'Stopping…',
  ],
  [
    'stopping, with the time until it is over',
    drop({ state: 'running', local: { kind: 'stopping', jobId: 'j', sinceMs: startMs + 20_000 } }),
    'drop is-pending is-stopping',
    null,
    'Stopping… 18 s',
  ],
  [
    'retrying',
    drop({ state: 'failed', local: { kind: 'retrying', jobId: 'j' } }),
    'drop is-orphan is-retrying',
    'Retrying…',
    '',
  ],
];

describe('a drop', () => {
  test.each(looks)('that is %s has its class, chip and line', (_, row, className, chip, status) => {
    const look = lookOf(row);
    expect(classOf(look)).toBe(className);
    expect(chipOf(look)?.text ?? null).toBe(chip);
    expect(statusOf(row, look, startMs + 32_000)).toBe(status);
  });

  test('that ended says so although a stop is still marked', () => {
    expect(lookOf(drop({ state: 'succeeded', local: { kind: 'stopping', jobId: 'j', sinceMs: 0 } }))).toBe('settled');
  });

  test('is named by label, state, time, place in its thread and keys', () => {
    const row = drop({ state: 'running', started_at: at(0) });
    const kin = { place: 4, size: 9, thread: 'Lease design', replies: 1 };
    expect(nameOf(row, lookOf(row), startMs + 32_000, kin)).toBe(
      'Sketch the state machine. Answering, 32 seconds. Prompt 4 of 9 in thread ‘Lease design’, 1 reply. Enter opens, X stops.',
    );
  });

  test('that failed is named with the reason and the key that retries', () => {
    const row = drop({ state: 'failed', error_kind: 'timeout' });
    expect(nameOf(row, lookOf(row), startMs, { place: 1, size: 1, thread: '', replies: 0 })).toBe(
      'Sketch the state machine. Didn’t work: The model did not answer in time. Only prompt of its thread. Enter opens, R retries.',
    );
  });

  test('never shows a negative time', () => {
    const row = drop({ state: 'running', started_at: at(60_000) });
    expect(statusOf(row, lookOf(row), startMs)).toBe('▸');
    const late = drop({ state: 'queued', attempt: 3, available_at: at(0) });
    expect(statusOf(late, lookOf(late), startMs + 5_000)).toBe('waiting · 3 of 3');
  });

  test('keeps its size until it is settled', () => {
    expect(radiusOf(drop({ state: 'running', answer_length: 9_000 }))).toBe(radiusOf(drop({ state: 'queued' })));
    const sizes = [0, 500, 2_000, 5_000, 50_000].map((length) => radiusOf(drop({ answer_length: length })));
    expect(sizes).toEqual([10, 11.5, 13, 14.5, 16]);
  });

  test('fills with what it has received, never to the brim before it is settled', () => {
    expect(levelOf(0)).toBe(0);
    expect(levelOf(500)).toBeGreaterThan(levelOf(100));
    expect(levelOf(1e9)).toBeLessThanOrEqual(0.85);
  });

  test('says durations in words of one length', () => {
    expect([8_000, 64_000, 7_500_000].map(durationWords)).toEqual(['8 s', '1 min 04 s', '2 h 05 min']);
  });
});
