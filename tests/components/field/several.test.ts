// Several drops at once, the line of waiting ones, and the gestures of a change.
import { describe, expect, test } from 'vitest';
import { turnBetween } from '#components/field/drop-view.ts';
import { linkTo } from '#components/field/map/menu/copy.ts';
import { queueWords } from '#components/field/map/seats/queue-place.ts';
import { doableWith, orphansAmong } from '#components/field/several/several.ts';
import type { QueuePlace } from '#lib/domain/queue/place.ts';
import { drop } from './fixture.ts';

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
    expect(doableWith(rows)).toMatchObject({ retry: ['orphan', 'stopped', 'unsent'], stop: ['waiting', 'running'] });
  });

  test('archives what has ended, and of what was put away offers only to bring it back', () => {
    const ended = rows.map((row) => ({
      ...row,
      finished_at: row.state === 'queued' || row.state === 'running' ? null : row.created_at,
    }));
    const away = drop({ prompt_id: 'away', state: 'failed', archived_at: '2026-12-01T08:00:00.000Z' });
    expect(doableWith([...ended, away])).toMatchObject({
      retry: ['orphan', 'stopped', 'unsent'],
      archive: ['settled', 'orphan', 'stopped'],
      restore: ['away'],
    });
  });

  test('a day runs its orphans again, not those that already do', () => {
    const byId = new Map(rows.map((row) => [row.prompt_id, row]));
    expect(orphansAmong([...byId.keys(), 'gone'], byId)).toEqual(['orphan']);
  });
});

describe('the line of waiting drops', () => {
  const place = (change: Partial<QueuePlace> = {}): QueuePlace => ({
    job_id: 'j',
    prompt_id: 'p',
    state: 'queued',
    reason: 'turn',
    detail: '',
    position: 2,
    ahead: 1,
    ahead_is_more: false,
    eta_ms: null,
    until: null,
    waits_for: [],
    ...change,
  });

  test('says the place that the server counted, and a time only where the server has one', () => {
    expect(queueWords(place())).toBe('◌ 2nd in line');
    expect(queueWords(place({ position: 1, ahead: 0 }))).toBe('◌ next in line');
    expect(queueWords(place({ position: 113, ahead: 112 }))).toBe('◌ 113th in line');
    expect(queueWords(place({ eta_ms: 41_300 }))).toBe('◌ 2nd in line · about 40 s');
    expect(queueWords(place({ eta_ms: 400 }))).toBe('◌ 2nd in line · any moment');
    expect(queueWords(place({ ahead: 2_000, ahead_is_more: true }))).toBe('◌ more than 2,000 go first');
  });

  test('says why nothing moves, and leaves to the drop what it says itself', () => {
    expect(queueWords(place({ reason: 'no_worker' }))).toBe('◌ no worker takes it yet');
    expect(queueWords(place({ reason: 'paused' }))).toBe('◌ paused');
    for (const reason of ['backoff', 'dependency', 'scheduled', 'running', 'ended'] as const) {
      expect(queueWords(place({ reason }))).toBeNull();
    }
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
