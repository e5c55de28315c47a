// When a failed attempt is tried again, or that it never is.
import { type FailureKind, retryPolicy } from './failure.ts';

/** Source of all numbers: execution contract §6. Milliseconds. */
const rateLimitFloorMs = 60_000;
const retryAfterCapMs = 15 * 60_000;
const steps = [
  { baseMs: 5_000, jitterMs: 5_000 },
  { baseMs: 25_000, jitterMs: 15_000 },
  { baseMs: 125_000, jitterMs: 60_000 },
] as const;

export interface FailedAttempt {
  readonly kind: FailureKind;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** What the provider asked for, already parsed from seconds or an HTTP date. */
  readonly retryAfterMs?: number | undefined;
}

export type RetryDecision = { readonly again: true; readonly delayMs: number } | { readonly again: false };

/**
 * Decides whether attempt + 1 happens and after how many milliseconds.
 * `scale` multiplies every delay (so tests take seconds); `random` gives the jitter, 0 ≤ random() < 1.
 */
export function decideRetry(failed: FailedAttempt, scale = 1, random: () => number = Math.random): RetryDecision {
  const policy = retryPolicy[failed.kind];
  if (policy === 'never' || failed.attempt >= failed.maxAttempts) return { again: false };
  if (policy === 'none') return { again: true, delayMs: 0 };
  if (policy === 'retry_after') return { again: true, delayMs: waitAskedFor(failed.retryAfterMs, scale) };
  return { again: true, delayMs: Math.round(backoffMs(failed.attempt, random) * scale) };
}

/** Delay before attempt + 1: 5 s + 0..5 s, 25 s + 0..15 s, then 125 s + 0..60 s each time. */
export function backoffMs(attempt: number, random: () => number): number {
  const step = steps[Math.min(attempt, steps.length) - 1] ?? steps[0];
  return step.baseMs + random() * step.jitterMs;
}

/** How long a provider that answered 429 is left alone, ms: what it asked for, at most 15 minutes; a minute when it said nothing. */
export function waitAskedFor(retryAfterMs: number | undefined, scale = 1): number {
  const askedMs = retryAfterMs === undefined ? rateLimitFloorMs : Math.min(Math.max(retryAfterMs, 0), retryAfterCapMs);
  return Math.round(askedMs * scale);
}
