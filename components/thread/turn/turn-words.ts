// What a turn says about itself: where it stands, how long it took, what it used. Pure, so that every wording is tested.
import { clockWords, countdownWords, spanWords } from '#components/ui/time-words.ts';
import { isBackingOff } from '#lib/domain/drop.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import { assertNever } from '#lib/domain/job.ts';
import type { ThreadAttempt, ThreadUsage } from '#lib/domain/thread.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** One sentence for the state a turn is in. `nowMs` is the server's clock; `zone` is the reader's unless a test names one. */
export function stateWords(drop: FieldDrop, nowMs: number, zone?: string): string {
  if (drop.local?.kind === 'sending') return 'Sending…';
  if (drop.local?.kind === 'unsent') return 'Not sent';
  if (drop.local?.kind === 'retrying') return 'Retrying…';
  if (drop.local?.kind === 'stopping') return 'Stopping…';
  switch (drop.state) {
    case 'queued':
      return waitingWords(drop, nowMs, zone);
    case 'running':
      return `Answering · ${spanWords(sinceMs(drop.started_at, nowMs))}${attemptWords(drop)}`;
    case 'succeeded':
      return 'Ready';
    case 'failed':
      return drop.attempt > 1 ? `Didn’t work after ${drop.attempt} attempts` : 'Didn’t work';
    case 'cancelled':
      return drop.error_kind === 'dependency' ? explainFailure('dependency') : 'Stopped';
    case 'superseded':
      return 'Replaced by a newer run';
    default:
      return assertNever(drop.state);
  }
}

function waitingWords(drop: FieldDrop, nowMs: number, zone: string | undefined): string {
  if (drop.available_at === null) return 'Waiting for the answer it continues';
  const leftMs = Date.parse(drop.available_at) - nowMs;
  if (isBackingOff(drop)) {
    const which = `attempt ${drop.attempt} of ${drop.max_attempts}`;
    if (leftMs <= 0) return `Waiting for a free worker · ${which}`;
    return `Next try in ${countdownWords(leftMs)}, at ${clockWords(drop.available_at, nowMs, zone)} · ${which}`;
  }
  if (leftMs > 1_000) return `Starts in ${countdownWords(leftMs)}, at ${clockWords(drop.available_at, nowMs, zone)}`;
  const waitedMs = sinceMs(drop.available_at, nowMs);
  return waitedMs < 2_000 ? 'Waiting' : `Waiting for a free worker · ${spanWords(waitedMs)}`;
}

function attemptWords({ attempt, max_attempts }: FieldDrop): string {
  return attempt > 1 ? ` · attempt ${attempt} of ${max_attempts}` : '';
}

/** How long the answer took from its start, or null. */
export function tookWords({
  started_at,
  finished_at,
}: Pick<ThreadAttempt, 'started_at' | 'finished_at'>): string | null {
  return finished_at === null ? null : spanWords(Date.parse(finished_at) - Date.parse(started_at));
}

/** "≈ 1,204 tokens · $0.0031"; the ≈ stands when the provider did not count. */
export function usageWords(usage: ThreadUsage): string {
  const about = usage.is_estimate ? '≈ ' : '';
  const tokens = `${about}${(usage.tokens_in + usage.tokens_out).toLocaleString('en')} tokens`;
  return usage.cost_usd === null || usage.cost_usd === 0 ? tokens : `${tokens} · ${about}${costWords(usage.cost_usd)}`;
}

/** The parts of the count for a tooltip. */
export function usageDetail({ tokens_in, tokens_out, tokens_cached, is_estimate }: ThreadUsage): string {
  const cached = tokens_cached > 0 ? `, ${tokens_cached.toLocaleString('en')} of them cached` : '';
  const estimate = is_estimate ? ' (estimated)' : '';
  return `${tokens_in.toLocaleString('en')} tokens in${cached}, ${tokens_out.toLocaleString('en')} out${estimate}`;
}

function costWords(usd: number): string {
  if (usd < 0.0001) return '< $0.0001';
  return `$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

function sinceMs(iso: string | null, nowMs: number): number {
  return iso === null ? 0 : Math.max(0, nowMs - Date.parse(iso));
}
