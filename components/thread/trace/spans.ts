// What a job did with its time, as spans on one axis: waiting, backing off, claimed, asking, receiving, finishing.

import type { JobState } from '#lib/domain/job.ts';
import type { JobAttempt, JobDetails, LedgerEntry } from '#lib/domain/job-details.ts';

/**
 * `scheduled` not before its time · `waiting` for a worker · `backoff` after a failure · `claim` taken, the call not begun ·
 * `call` asked, nothing received · `stream` receiving · `finalise` received, being written.
 */
export type SpanKind = 'scheduled' | 'waiting' | 'backoff' | 'claim' | 'call' | 'stream' | 'finalise';

export interface Span {
  readonly kind: SpanKind;
  /** Milliseconds since 1970, of the server's clock. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TraceRow {
  /** Null: the wait for an attempt that has not begun. */
  readonly attempt: JobAttempt | null;
  readonly spans: readonly Span[];
}

/** One row per attempt, oldest first, each with the wait before it. `nowMs` ends what is still going on. */
export function traceRows(job: JobDetails, nowMs: number): TraceRow[] {
  const rows: TraceRow[] = [];
  let sinceMs = at(job.created_at);
  let notBeforeMs = at(job.scheduled_for);
  let waits: SpanKind = 'scheduled';
  for (const attempt of job.attempts) {
    const startedMs = at(attempt.started_at) ?? nowMs;
    const wait = waitSpans(sinceMs ?? startedMs, startedMs, notBeforeMs, waits);
    rows.push({ attempt, spans: [...wait, ...attemptSpans(attempt, ledgerOf(job, attempt), nowMs)] });
    sinceMs = at(attempt.finished_at);
    notBeforeMs = at(attempt.retry_at);
    waits = 'backoff';
  }
  if (job.state === 'queued' && sinceMs !== null)
    rows.push({
      attempt: null,
      spans: waitSpans(sinceMs, nowMs, notBeforeMs ?? at(job.available_at), waits),
    });
  return rows;
}

/** The axis that all rows share. */
export function extentOf(rows: readonly TraceRow[]): { readonly fromMs: number; readonly toMs: number } {
  const spans = rows.flatMap((row) => row.spans);
  const fromMs = Math.min(...spans.map((span) => span.fromMs));
  const toMs = Math.max(...spans.map((span) => span.toMs));
  return Number.isFinite(fromMs) ? { fromMs, toMs: Math.max(toMs, fromMs + 1) } : { fromMs: 0, toMs: 1 };
}

export interface StateTime {
  readonly state: JobState;
  readonly totalMs: number;
  readonly visits: number;
}

/** How long and how often the job was in each state it has been in, in the order of first arrival. */
export function stateTimes(job: JobDetails, nowMs: number): StateTime[] {
  const times = new Map<JobState, { totalMs: number; visits: number }>();
  const steps = job.events.filter((event, index) => event.state !== job.events[index - 1]?.state);
  for (const [index, { state, created_at }] of steps.entries()) {
    const next = steps[index + 1];
    const isOver = next === undefined && state !== 'queued' && state !== 'running';
    const endMs = next === undefined ? nowMs : Date.parse(next.created_at);
    const known = times.get(state) ?? { totalMs: 0, visits: 0 };
    const spentMs = isOver ? 0 : Math.max(0, endMs - Date.parse(created_at));
    times.set(state, { totalMs: known.totalMs + spentMs, visits: known.visits + 1 });
  }
  return [...times].map(([state, time]) => ({ state, ...time }));
}

function waitSpans(fromMs: number, toMs: number, notBeforeMs: number | null, kind: SpanKind): Span[] {
  const turnMs = notBeforeMs === null ? fromMs : Math.min(Math.max(notBeforeMs, fromMs), Math.max(toMs, fromMs));
  return kept([
    { kind, fromMs, toMs: turnMs },
    { kind: 'waiting', fromMs: turnMs, toMs },
  ]);
}

function attemptSpans(attempt: JobAttempt, ledger: LedgerEntry | undefined, nowMs: number): Span[] {
  const startedMs = Date.parse(attempt.started_at);
  const endMs = at(attempt.finished_at) ?? nowMs;
  const firstMs = at(attempt.first_output_at);
  // The call's begin isn't stored by itself: it lies before its first token, or before the end, by what was measured.
  const beganMs =
    firstMs !== null && typeof ledger?.first_token_ms === 'number' ? firstMs - ledger.first_token_ms : startedMs;
  const callMs = clamp(beganMs, startedMs, endMs);
  const doneMs = ledger === undefined ? endMs : clamp(callMs + ledger.latency_ms, firstMs ?? callMs, endMs);
  const tokenMs = firstMs === null ? doneMs : clamp(firstMs, callMs, doneMs);
  return kept([
    { kind: 'claim', fromMs: startedMs, toMs: callMs },
    { kind: 'call', fromMs: callMs, toMs: tokenMs },
    { kind: 'stream', fromMs: tokenMs, toMs: doneMs },
    { kind: 'finalise', fromMs: doneMs, toMs: endMs },
  ]);
}

function ledgerOf(job: JobDetails, { claim }: JobAttempt): LedgerEntry | undefined {
  return job.ledger.find((entry) => entry.claim === claim);
}

function kept(spans: readonly Span[]): Span[] {
  return spans.filter(({ fromMs, toMs }) => toMs > fromMs);
}

function at(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
