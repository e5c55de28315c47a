// The contract of everything that brings news of the field: a stream and a poll look the same from here.
import type { DropRow } from '#lib/domain/drop.ts';
import type { OutputFrame } from '#lib/domain/event.ts';

/** Why a source has ended by itself. None of these says anything about any job. */
export type DownReason = 'refused' | 'broken' | 'ended' | 'silent' | 'unreadable';

export interface SourceHandlers {
  /** Rows in any order, repeats allowed. `reset`: these are all there is. */
  readonly onRows: (rows: readonly DropRow[], reset: boolean) => void;
  readonly onOutput: (frames: readonly OutputFrame[]) => void;
  /** Everything up to here has been handed over: the next start goes on from it. */
  readonly onCursor: (cursor: string) => void;
  /** The server's clock (ISO), and how long the answer that carried it was under way, ms. */
  readonly onClock: (now: string, tripMs: number) => void;
  /** Any sign of life. */
  readonly onAlive: () => void;
  /** Caught up: what is known is what the server knows. */
  readonly onOpen: () => void;
  /** The source has ended by itself and will hand over nothing more. Not called after `stop`. */
  readonly onDown: (reason: DownReason) => void;
}

/** Brings rows and text until stopped. After `stop` no handler is called, whatever is still under way. */
export interface LiveSource {
  start(handlers: SourceHandlers): void;
  /** Asks now what has changed. */
  refresh(): void;
  stop(): void;
}

/** What a source may ask about what is already known. */
export interface Knowledge {
  readonly cursor: () => string | null;
  /** Jobs whose models may be speaking. */
  readonly running: () => readonly { readonly jobId: string; readonly promptId: string }[];
  readonly isAnyInFlight: () => boolean;
  /** Where the held text of a job ends. */
  readonly textLength: (jobId: string) => number;
}
