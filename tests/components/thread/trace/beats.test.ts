// A trace marks each half minute of an attempt: with a beat, or without one.
import { describe, expect, it } from 'vitest';
import { beatMarks, beatWords } from '#components/thread/trace/beats.ts';
import type { JobAttempt, JobDetails } from '#lib/domain/job-details.ts';

const startMs = Date.parse('2026-12-01T10:00:00Z');
const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();

function marks(stretches: readonly (readonly [number, number])[], seconds: number, isOver = true) {
  const attempt = { worker_id: 'w', started_at: at(0), finished_at: isOver ? at(seconds) : null };
  const job = { beats: stretches.map(([from, to]) => ({ worker_id: 'w', from_at: at(from), to_at: at(to) })) };
  // Of a job and an attempt only these parts are looked at.
  return beatMarks(job as unknown as JobDetails, attempt as JobAttempt, startMs + seconds * 1_000).map(
    ({ atMs, isMissing }) => [(atMs - startMs) / 1_000, isMissing],
  );
}

describe('the beats of an attempt', () => {
  it('stand every half minute while the worker lives', () => {
    expect(marks([[-100, 500]], 95)).toEqual([
      [30, false],
      [60, false],
      [90, false],
      [95, false],
    ]);
  });
  it('are missing where it was silent for a whole half minute', () => {
    expect(
      marks(
        [
          [-100, 20],
          [70, 500],
        ],
        120,
      ),
    ).toEqual([
      [20, false],
      [60, true],
      [90, false],
      [120, false],
    ]);
  });
  it('are missing from its death to the end', () => {
    expect(marks([[-100, 10]], 75)).toEqual([
      [10, false],
      [60, true],
    ]);
  });
  it('are none for a short attempt between two beats, and unknown when nothing is kept', () => {
    expect(marks([[-100, -2]], 3)).toEqual([]);
    expect(marks([], 300)).toEqual([]);
  });
  it('are never more than can be told apart', () => {
    expect(marks([[-100, 1e6]], 90_000).length).toBeLessThanOrEqual(240);
  });
  it('are said in words', () => {
    expect(
      beatWords([
        { atMs: 1, isMissing: false },
        { atMs: 2, isMissing: true },
      ]),
    ).toBe('1 half minute with a beat, 1 without');
    expect(beatWords([])).toBeNull();
  });
});
