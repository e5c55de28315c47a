// Several drops at once, the line of waiting ones, and the gestures of a change.
import { describe, expect, test } from 'vitest';
import { turnBetween } from '#components/field/drop-view.ts';
import { linkTo } from '#components/field/map/menu/copy.ts';
import { queueWords, turnComesInMs } from '#components/field/map/seats/queue-place.ts';
import { doableWith, orphansAmong } from '#components/field/map/several/several.ts';
import { drop, startMs } from './fixture.ts';

const at = (ms: number) => new Date(startMs + ms).toISOString();
const problem = { kind: 'network', status: 0, detail: '', errors: [] } as const;

describe('what can be done with a selection', () => {
  const rows = [
    drop({ prompt_id: 'settled' }),
    drop({ prompt_id: 'orphan', state: 'failed' }),
    drop({ prompt_id: 'again', state: 'failed', local: { kind: 'retrying', jobId: 'j' } }),
    drop({ prompt_id: 'stopped', state: 'cancelled' }),
    drop({ prompt_id: 'unsent', state: 'queued', local: { kind: 'unsent', text: 'x', problem } }),
    drop({ prompt_id: 'waiting', state: 'queued' }),
    drop({ prompt_id: 'running', state: 'running' }),
    drop({ prompt_id: 'stopping', state: 'running', local: { kind: 'stopping', jobId: 'j', sinceMs: 0 } }),
  ];

  test('counts what a retry or a stop would really reach, and never pays twice for an answer', () => {
    expect(doableWith(rows)).toEqual({ retry: ['orphan', 'stopped', 'unsent'], stop: ['waiting', 'running'] });
  });

  test('a day runs its orphans again, not those that already do', () => {
    const byId = new Map(rows.map((row) => [row.prompt_id, row]));
    expect(orphansAmong([...byId.keys(), 'gone'], byId)).toEqual(['orphan']);
  });
});

describe('the line of waiting drops', () => {
  const waiting = (id: string, ms: number, priority = 50) =>
    drop({ prompt_id: id, state: 'queued', available_at: at(ms), created_at: at(ms), priority });
  const done = (id: string, tookMs: number) =>
    drop({ prompt_id: id, started_at: at(0), finished_at: at(tookMs), available_at: at(0) });

  test('says the place as the worker takes them: urgent ones first, then the older', () => {
    const rows = [waiting('a', 1), waiting('b', 2), waiting('c', 3, 10)];
    expect(rows.map((row) => queueWords(row, rows))).toEqual(['◌ 2nd in line', '◌ 3rd in line', '◌ next in line']);
  });

  test('guesses the time from the last answers, divided among those at work', () => {
    const rows = [...Array.from({ length: 6 }, (_, index) => done(`d${index}`, 10_000)), waiting('a', 1)];
    const [row] = rows.slice(-1);
    if (row === undefined) throw new Error('no row');
    expect(turnComesInMs(row, 1, rows)).toBe(10_000);
    const two = [...rows, drop({ prompt_id: 'r1', state: 'running' }), drop({ prompt_id: 'r2', state: 'running' })];
    expect(turnComesInMs(row, 4, two)).toBe(20_000);
    expect(queueWords(row, rows)).toBe('◌ next in line · about 10 s');
  });

  test('guesses nothing from too few answers or from answers too different', () => {
    const few = [done('x', 1_000), waiting('a', 1)];
    const wide = [
      ...[1, 1, 1, 20, 30, 40].map((seconds, index) => done(`w${index}`, seconds * 1_000)),
      waiting('a', 1),
    ];
    for (const rows of [few, wide]) {
      const row = rows.at(-1);
      expect(row && turnComesInMs(row, 1, rows)).toBeNull();
    }
  });

  test('has no place for what waits for its parent, for its next attempt or for the network', () => {
    const others = [
      drop({ state: 'queued', available_at: null }),
      drop({ state: 'queued', attempt: 2 }),
      drop({ state: 'queued', job_id: '' }),
      drop(),
    ];
    for (const row of others) expect(queueWords(row, others)).toBeNull();
  });
});

test('a change of look is one gesture, and most changes need none', () => {
  expect(turnBetween('queued', 'running')).toBe('dashed');
  expect(turnBetween('running', 'failed')).toBe('broken');
  expect(turnBetween('failed', 'retrying')).toBe('hollowed');
  expect(turnBetween('running', 'unread')).toBe('arrived');
  expect(turnBetween('queued', 'settled')).toBeNull();
  expect(turnBetween('unread', 'settled')).toBeNull();
});

test('a link opens the thread of its drop', () => {
  expect(linkTo('p 1', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000/mission?drop=p+1&dock=thread');
});
