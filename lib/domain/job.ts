// The life of a job: its kinds, its six states, and the only moves between them.

/** What a job executes. One substrate carries all of them. */
export const jobKinds = [
  'prompt',
  'task',
  'reactor',
  'reactor_step',
  'map_element',
  'map_collect',
  'maintenance',
] as const;
export type JobKind = (typeof jobKinds)[number];

/**
 * From each state, the states it may move to. Everything that knows about states derives from this table;
 * the database refuses the same edges by a trigger (tests compare the two).
 * running → queued is a retry, a reclaim or a release at shutdown.
 */
export const legalMoves = {
  queued: ['running', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled', 'queued'],
  succeeded: ['superseded'],
  failed: ['superseded'],
  cancelled: ['superseded'],
  superseded: [],
} as const satisfies Record<string, readonly string[]>;

export type JobState = keyof typeof legalMoves;

export const jobStates = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'superseded',
] as const satisfies readonly JobState[];

/** True when the state machine has the edge `from → to`. A state never moves to itself. */
export function canMove(from: JobState, to: JobState): boolean {
  return (legalMoves[from] as readonly JobState[]).includes(to);
}

/** A live job still has work to do: queued or running. At most one job of a prompt is live. */
export function isLive(state: JobState): boolean {
  return state === 'queued' || state === 'running';
}

/** A terminal job has a finish time and never works again; it may only be superseded. */
export function isTerminal(state: JobState): boolean {
  return !isLive(state);
}

/** How one claim of a job ended; null in the database while it runs. */
export const attemptOutcomes = ['succeeded', 'failed', 'cancelled', 'released', 'lost'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Lower runs first. The names are what people choose; any integer 0..100 is accepted by the API. */
export const priorities = { urgent: 10, normal: 50, later: 80 } as const;

/** Counted from the first start: a job that keeps losing its worker longer than this ends as stuck. Source: seed §8, "Hard job ceiling". */
export const stuckCeilingMs = 15 * 60_000;

/** Attempts a prompt job gets unless its submit names another number. Source: seed §8. */
export const defaultMaxAttempts = 3;

/** For the default branch of a switch over a closed union: a compile error when a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
