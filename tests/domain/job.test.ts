// The state machine: every pair of states, not a sample. (That the database refuses the same edges: tests/store/invariants.)
import { describe, expect, it } from 'vitest';
import { isBackingOff, isNewer, isUnread, mayCancel, mayRetry, stateClass, stateWord } from '#lib/domain/drop.ts';
import { canMove, isLive, isTerminal, type JobState, jobStates, legalMoves } from '#lib/domain/job.ts';
import { aDropRow } from './a-drop-row.ts';

/** Written out by hand from the contract, so that an edit of the table is noticed. */
const contract = new Set([
  'queued → running',
  'queued → cancelled',
  'running → succeeded',
  'running → failed',
  'running → cancelled',
  'running → queued',
  'succeeded → superseded',
  'failed → superseded',
  'cancelled → superseded',
]);

const pairs = jobStates.flatMap((from) => jobStates.map((to): [JobState, JobState] => [from, to]));

describe('a job', () => {
  it.each(pairs)('%s → %s is legal exactly when the contract has it', (from, to) => {
    expect(canMove(from, to)).toBe(contract.has(`${from} → ${to}`));
  });

  it('is in one of six states, each with its moves, its class and its word', () => {
    const states = [...jobStates].sort();
    for (const table of [legalMoves, stateClass, stateWord]) expect(Object.keys(table).sort()).toEqual(states);
  });

  it('is live or terminal, and once terminal only ever superseded', () => {
    for (const state of jobStates) {
      expect(isLive(state)).toBe(!isTerminal(state));
      if (isTerminal(state)) for (const to of legalMoves[state]) expect(to).toBe('superseded');
    }
  });
});

describe('a drop', () => {
  it.each(jobStates)('%s offers Stop while it lives, and Retry once it has ended', (state) => {
    const row = aDropRow({ state });
    expect(mayCancel(row)).toBe(isLive(state));
    expect(mayRetry(row)).toBe(isTerminal(state) && state !== 'superseded');
  });

  it('is unread only when it is answered and nobody has seen it', () => {
    expect(isUnread(aDropRow({ state: 'succeeded', seen_at: null }))).toBe(true);
    expect(isUnread(aDropRow({ state: 'succeeded', seen_at: '2026-01-01T00:00:00Z' }))).toBe(false);
    expect(isUnread(aDropRow({ state: 'failed', seen_at: null }))).toBe(false);
  });

  it('backs off only when it is queued again', () => {
    expect(isBackingOff(aDropRow({ state: 'queued', attempt: 2 }))).toBe(true);
    expect(isBackingOff(aDropRow({ state: 'queued', attempt: 1 }))).toBe(false);
    expect(isBackingOff(aDropRow({ state: 'running', attempt: 2 }))).toBe(false);
  });

  it('is replaced by a higher version only: an equal or older one never draws over it', () => {
    const known = aDropRow({ version: 5 });
    expect(isNewer(undefined, known)).toBe(true);
    expect([4, 5, 6].map((version) => isNewer(known, aDropRow({ version })))).toEqual([false, false, true]);
  });
});
