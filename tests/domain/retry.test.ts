// When a failed attempt is tried again: every kind of failure, and the contract's numbers at both ends of their range.
import { describe, expect, it } from 'vitest';
import { explainFailure, type FailureKind, failureKinds, isRetryable } from '#lib/domain/failure.ts';
import { decideRetry } from '#lib/domain/retry.ts';

const least = () => 0;
const most = () => 1 - Number.EPSILON;

const retried: FailureKind[] = ['timeout', 'rate_limit', 'provider_5xx', 'worker_crash', 'unknown'];
const exponential: FailureKind[] = ['timeout', 'provider_5xx', 'unknown'];

function delayOf(kind: FailureKind, attempt: number, random: () => number, retryAfterMs?: number): number {
  const decision = decideRetry({ kind, attempt, maxAttempts: 20, retryAfterMs }, 1, random);
  return decision.again ? decision.delayMs : Number.NaN;
}

describe('a failed attempt', () => {
  it.each(failureKinds)('of kind %s is retried exactly when the contract says so', (kind) => {
    expect(isRetryable(kind)).toBe(retried.includes(kind));
    expect(decideRetry({ kind, attempt: 1, maxAttempts: 3 }).again).toBe(retried.includes(kind));
  });

  it.each(failureKinds)('of kind %s is never retried past its budget', (kind) => {
    expect(decideRetry({ kind, attempt: 3, maxAttempts: 3 })).toEqual({ again: false });
    expect(decideRetry({ kind, attempt: 1, maxAttempts: 1 })).toEqual({ again: false });
  });

  it.each(exponential)('of kind %s waits 5–10 s, 25–40 s, then 125–185 s each time', (kind) => {
    const ranges = [1, 2, 3, 4, 10].map((attempt) => [delayOf(kind, attempt, least), delayOf(kind, attempt, most)]);
    expect(ranges).toEqual([
      [5_000, 10_000],
      [25_000, 40_000],
      [125_000, 185_000],
      [125_000, 185_000],
      [125_000, 185_000],
    ]);
  });

  it('by a rate limit waits as long as the provider asked, up to 15 minutes, else a minute', () => {
    const waits = [undefined, 0, 2_000, 90_000, 900_000, 86_400_000, -5].map((asked) =>
      delayOf('rate_limit', 1, most, asked),
    );
    expect(waits).toEqual([60_000, 0, 2_000, 90_000, 900_000, 900_000, 0]);
  });

  it('by a lost worker runs again at once', () => {
    expect(delayOf('worker_crash', 1, most)).toBe(0);
  });

  it('waits a scaled time where a test sets the scale', () => {
    expect(decideRetry({ kind: 'timeout', attempt: 1, maxAttempts: 3 }, 0.01, least)).toEqual({
      again: true,
      delayMs: 50,
    });
    expect(decideRetry({ kind: 'rate_limit', attempt: 1, maxAttempts: 3 }, 0)).toEqual({ again: true, delayMs: 0 });
  });
});

describe('a failure', () => {
  it.each(failureKinds)('of kind %s is said in one sentence', (kind) => {
    expect(explainFailure(kind)).toMatch(/^[A-Z].{8,}\.$/);
  });
});
