// How a drop looks, what it says and what may be done with it: every state of the field in one table, without React.

import { type DropRow, isBackingOff, isUnread, mayCancel, mayRetry, stateClass, stateWord } from '#lib/domain/drop.ts';
import { explainFailure, type FailureKind } from '#lib/domain/failure.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export const dropLooks = [
  'unsent',
  'queued',
  'backing-off',
  'running',
  'stopping',
  'settled',
  'unread',
  'failed',
  'retrying',
  'cancelled',
  'superseded',
] as const;
export type DropLook = (typeof dropLooks)[number];

/** The seed's classes of each look; a settled drop has none. */
const lookClass: Readonly<Record<DropLook, string>> = {
  unsent: 'is-unsent',
  queued: stateClass.queued,
  'backing-off': stateClass.queued,
  running: stateClass.running,
  stopping: `${stateClass.running} is-stopping`,
  settled: stateClass.succeeded,
  unread: 'is-unread',
  failed: stateClass.failed,
  retrying: `${stateClass.failed} is-retrying`,
  cancelled: stateClass.cancelled,
  superseded: stateClass.superseded,
};

/** What only this browser knows, a request under way or one that never arrived, comes before the row's state. */
export function lookOf(row: FieldDrop): DropLook {
  const mark = row.local?.kind;
  if (mark === 'unsent') return 'unsent';
  if (mark === 'retrying' && mayRetry(row)) return row.state === 'failed' ? 'retrying' : 'queued';
  if (mark === 'stopping' && mayCancel(row)) return 'stopping';
  switch (row.state) {
    case 'queued':
      return isBackingOff(row) ? 'backing-off' : 'queued';
    case 'running':
      return 'running';
    case 'succeeded':
      return isUnread(row) ? 'unread' : 'settled';
    default:
      return row.state;
  }
}

export function classOf(look: DropLook): string {
  const state = lookClass[look];
  return state === '' ? 'drop' : `drop ${state}`;
}

/** The button beside a drop, or null. A stopped prompt is run again from its menu, not by a chip. */
export function chipOf(
  look: DropLook,
): { readonly text: string; readonly short: string; readonly does: 'retry' } | null {
  if (look === 'failed') return { text: 'Retry', short: 'Retry', does: 'retry' };
  if (look === 'retrying') return { text: 'Retrying…', short: 'Retrying…', does: 'retry' };
  if (look === 'unsent') return { text: 'Not sent · Retry', short: 'Retry', does: 'retry' };
  return null;
}

/** True for looks that move at normal motion; at most twelve on a screen do. */
export function isMovingLook(look: DropLook): boolean {
  return look === 'queued' || look === 'running' || look === 'stopping';
}

export type DropTurn = 'dashed' | 'broken' | 'hollowed' | 'arrived';

/** The gesture that shows a change of look, null for changes that need none. */
export function turnBetween(before: DropLook, after: DropLook): DropTurn | null {
  if (after === 'running') return 'dashed';
  if (after === 'failed') return before === 'retrying' ? null : 'broken';
  if (after === 'retrying' || (before === 'failed' && after === 'queued')) return 'hollowed';
  if (after === 'settled' || after === 'unread') return before === 'running' ? 'arrived' : null;
  return null;
}

/** True while the look says something that changes every second. */
export function hasClock(look: DropLook): boolean {
  return look === 'running' || look === 'stopping' || look === 'backing-off' || look === 'queued';
}

/** A stop that nobody answered is given up after this; a waiting prompt's can be taken back for as long as the other. */
const stopLimitMs = 30_000;
const stopHoldMs = 6_000;

/** One short line under the label; empty when there is nothing to say. `isShort`: where there is little room. `nowMs` is the server's clock. */
export function statusOf(row: FieldDrop, look: DropLook, nowMs: number, isShort = false): string {
  switch (look) {
    case 'running': {
      const ms = sinceMs(row.started_at, nowMs);
      return ms < 3_000 ? '▸' : `▸ ${durationWords(ms)}`;
    }
    case 'stopping':
      return stoppingWords(row, nowMs);
    case 'unsent':
      return 'not sent';
    case 'backing-off': {
      const tries = `${row.attempt} of ${row.max_attempts}`;
      const ms = untilMs(row.available_at, nowMs);
      return ms > 0 ? `${isShort ? '' : 'retries '}in ${durationWords(ms)} · ${tries}` : `waiting · ${tries}`;
    }
    case 'queued': {
      if (row.available_at === null) return '◌ after its parent';
      const ms = untilMs(row.available_at, nowMs);
      return ms > 1_000 ? `◌ starts in ${durationWords(ms)}` : '';
    }
    case 'failed':
      return row.error_kind === null ? '' : failureWords[row.error_kind];
    case 'unread':
      return 'new';
    default:
      return '';
  }
}

function stoppingWords({ local, state }: FieldDrop, nowMs: number): string {
  if (local?.kind !== 'stopping') return 'Stopping…';
  const untilEnd = local.sinceMs + (state === 'queued' ? stopHoldMs : stopLimitMs) - nowMs;
  return untilEnd > 0 ? `Stopping… ${Math.ceil(untilEnd / 1_000)} s` : 'Stopping…';
}

const failureWords: Readonly<Record<FailureKind, string>> = {
  timeout: 'timed out',
  rate_limit: 'rate limited',
  provider_5xx: 'provider error',
  provider_4xx: 'provider refused',
  auth: 'key not accepted',
  parse: 'unreadable answer',
  worker_crash: 'worker stopped',
  stuck: 'given up',
  cancelled: 'stopped',
  dependency: 'parent did not finish',
  unknown: 'unexpected error',
};

/** The state as a person reads it, with the reason where it failed. */
export function explain(row: DropRow, look: DropLook): string {
  switch (look) {
    case 'unsent':
      return 'Not sent';
    case 'backing-off':
      return `${stateWord.queued} for attempt ${row.attempt} of ${row.max_attempts}`;
    case 'stopping':
      return 'Stopping';
    case 'retrying':
      return 'Retrying';
    case 'unread':
      return 'Ready, new';
    case 'failed':
      return `${stateWord.failed}: ${explainFailure(row.error_kind ?? 'unknown')}`;
    case 'queued':
      return row.state === 'queued' ? stateWord.queued : 'Retrying';
    default:
      return stateWord[row.state];
  }
}

/** Where a drop stands among its kin, for its name. */
export interface DropKin {
  /** Counted from 1 in creation order of the thread. */
  readonly place: number;
  readonly size: number;
  readonly thread: string;
  readonly replies: number;
}

/** The accessible name: label, state and time, place in the thread, and the keys that do something. */
export function nameOf(row: DropRow, look: DropLook, nowMs: number, kin?: DropKin): string {
  const ms = look === 'running' ? sinceMs(row.started_at, nowMs) : 0;
  const state = ms >= 1_000 ? `${explain(row, look)}, ${spokenDuration(ms)}` : explain(row, look).replace(/\.$/, '');
  const parts = [`${row.label.replace(/[.\s]+$/, '')}.`, `${state}.`];
  if (kin !== undefined) {
    const replies = kin.replies === 0 ? 'no replies' : kin.replies === 1 ? '1 reply' : `${kin.replies} replies`;
    parts.push(
      kin.size === 1
        ? `Only prompt of its thread.`
        : `Prompt ${kin.place} of ${kin.size} in thread ‘${kin.thread}’, ${replies}.`,
    );
    parts.push(`${keysOf(row, look)}.`);
  }
  return parts.join(' ');
}

function keysOf(row: DropRow, look: DropLook): string {
  if (look === 'unsent') return 'R sends it again';
  if (look === 'failed') return 'Enter opens, R retries';
  if (mayCancel(row) && look !== 'stopping') return 'Enter opens, X stops';
  return 'Enter opens';
}

/** Milliseconds since an instant, never negative; 0 for a missing one. */
export function sinceMs(instant: string | null, nowMs: number): number {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(at) ? 0 : Math.max(0, nowMs - at);
}

/** Milliseconds until an instant, never negative; 0 for a missing one. */
export function untilMs(instant: string | null, nowMs: number): number {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}

/** "8 s", "1 min 04 s", "2 h 05 min". */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

function spokenDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
