// How an attempt ended, in the same words wherever it is told.
import { type AttemptOutcome, assertNever } from '#lib/domain/job.ts';

/** Null: it still runs. */
export function outcomeWords(outcome: AttemptOutcome | null): string {
  switch (outcome) {
    case null:
      return 'Answering';
    case 'succeeded':
      return 'Ready';
    case 'failed':
      return 'Didn’t work';
    case 'cancelled':
      return 'Stopped';
    case 'released':
      return 'Given back when its worker shut down';
    case 'lost':
      return 'Its worker stopped in the middle of it';
    default:
      return assertNever(outcome);
  }
}
