// Something done to many jobs, as one thing a person can watch: held for six seconds, sent in parts, what still waits taken back.
// It lives beside the pages: going from one operator page to another does not end it.
import { holdMs } from '#components/ui/many/held-many.ts';
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { mostJobsAtOnce } from '#lib/domain/jobs/many-jobs.ts';
import { doToJobs } from '#lib/live/operator/jobs-api.ts';

/** What one part of the work did. */
export interface PartDone {
  readonly done: number;
  /** That were changed by somebody else meanwhile, or cannot be done to. */
  readonly leftAlone: number;
  /** Jobs that wait now because of it, and can be stopped again. */
  readonly waitingIds: readonly string[];
}

export interface BatchWork {
  /** The thing it is done to: while a batch of it is under way, no second one begins. */
  readonly key: string;
  /** "Retry 214 failed jobs" */
  readonly title: string;
  readonly total: number;
  /** Does it part by part; an abort ends it after the current one. */
  readonly parts: (signal: AbortSignal) => AsyncIterable<PartDone>;
  /** The page is closing: sends what it can without hearing how it went. */
  readonly blind: () => void;
  /** What was done to them, after their number: "run again", "stopped", "archived". */
  readonly did: string;
}

/** `held` nothing sent yet · `sending` · `done` · `broken` the server stopped answering in the middle · `undoing`, `undone`. */
export type BatchPhase = 'held' | 'sending' | 'done' | 'broken' | 'undoing' | 'undone';

export interface Batch {
  readonly id: number;
  readonly key: string;
  readonly title: string;
  readonly phase: BatchPhase;
  readonly did: string;
  readonly total: number;
  readonly done: number;
  readonly leftAlone: number;
  /** New jobs of it that had not ended when they were made. */
  readonly waitingIds: readonly string[];
  /** Of those, stopped again before they began. */
  readonly stopped: number;
  /** When the hold is over, performance.now(). */
  readonly sendsAt: number;
}

interface Running {
  readonly work: BatchWork;
  readonly abort: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  dropUndo: () => void;
  /** Once it is sent: resolves when no part of it is under way any more. */
  ended: Promise<void>;
}

let batches: readonly Batch[] = [];
const running = new Map<number, Running>();
const listeners = new Set<() => void>();
let made = 0;
/** How long a finished one stays on the page. */
const staysMs = 30_000;

export const batchStore = {
  read: (): readonly Batch[] => batches,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** False when one for the same thing is under way. `onChange` is called after each part: rows have changed. */
export function startBatch(work: BatchWork, onChange: () => void): boolean {
  if (batches.some(({ key, phase }) => key === work.key && (phase === 'held' || phase === 'sending'))) return false;
  const id = ++made;
  const entry: Batch = {
    id,
    key: work.key,
    title: work.title,
    phase: 'held',
    did: work.did,
    total: work.total,
    done: 0,
    leftAlone: 0,
    waitingIds: [],
    stopped: 0,
    sendsAt: performance.now() + holdMs,
  };
  batches = [...batches, entry];
  const timer = setTimeout(() => send(id, onChange), holdMs);
  running.set(id, {
    work,
    abort: new AbortController(),
    timer,
    dropUndo: pushUndo(() => takeBack(id)),
    ended: Promise.resolve(),
  });
  watchPageClose();
  tell();
  return true;
}

/** While it is held: nothing happened at all. */
export function takeBack(id: number): void {
  const run = running.get(id);
  if (run === undefined || find(id)?.phase !== 'held') return;
  end(id);
  change(id, { phase: 'undone' });
  forgetLater(id);
}

/** Sends a held one at once. */
export function sendNow(id: number, onChange: () => void): void {
  if (find(id)?.phase === 'held') send(id, onChange);
}

/** Ends it, if it still goes on, and stops every job of it that no worker has taken yet. */
export async function undoWaiting(id: number, onChange: () => void): Promise<void> {
  const batch = find(id);
  if (batch === undefined || batch.phase === 'undoing') return;
  const run = running.get(id);
  run?.abort.abort();
  change(id, { phase: 'undoing' });
  // The part under way makes jobs too.
  await run?.ended;
  let stopped = 0;
  try {
    const ids = [...(find(id)?.waitingIds ?? [])];
    for (let at = 0; at < ids.length; at += mostJobsAtOnce) {
      const outcomes = await doToJobs('cancel_waiting', ids.slice(at, at + mostJobsAtOnce));
      stopped += outcomes.filter(({ ok }) => ok).length;
      change(id, { stopped });
    }
    change(id, { phase: 'undone', waitingIds: [] });
    forgetLater(id);
  } catch {
    // Said by the phase; what was stopped stays stopped, and it can be asked for again.
    change(id, { phase: 'broken' });
  }
  onChange();
}

export function forget(id: number): void {
  end(id);
  batches = batches.filter((batch) => batch.id !== id);
  tell();
}

function send(id: number, onChange: () => void): void {
  const run = running.get(id);
  if (run === undefined) return;
  clearTimeout(run.timer);
  run.timer = undefined;
  run.dropUndo();
  change(id, { phase: 'sending' });
  run.ended = sendParts(id, run, onChange);
}

async function sendParts(id: number, run: Running, onChange: () => void): Promise<void> {
  try {
    for await (const part of run.work.parts(run.abort.signal)) {
      const batch = find(id);
      if (batch === undefined) return;
      change(id, {
        done: batch.done + part.done,
        leftAlone: batch.leftAlone + part.leftAlone,
        waitingIds: [...batch.waitingIds, ...part.waitingIds],
      });
      onChange();
      if (run.abort.signal.aborted) return;
    }
    change(id, { phase: 'done' });
    if (find(id)?.waitingIds.length === 0) forgetLater(id);
  } catch {
    // Said by the phase: what is done is done, and the same can be asked for again without doing anything twice.
    if (!run.abort.signal.aborted) change(id, { phase: 'broken' });
  } finally {
    running.delete(id);
    onChange();
  }
}

function end(id: number): void {
  const run = running.get(id);
  clearTimeout(run?.timer);
  run?.dropUndo();
  run?.abort.abort();
  running.delete(id);
}

function find(id: number): Batch | undefined {
  return batches.find((batch) => batch.id === id);
}

function change(id: number, next: Partial<Batch>): void {
  batches = batches.map((batch) => (batch.id === id ? { ...batch, ...next } : batch));
  tell();
}

function forgetLater(id: number): void {
  setTimeout(() => forget(id), staysMs);
}

function tell(): void {
  for (const listener of listeners) listener();
}

let isWatching = false;

/** Whoever leaves meant what they asked for: held ones are sent, the browser carries the request on. */
function watchPageClose(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('pagehide', () => {
    for (const { id, phase } of batches) {
      if (phase !== 'held') continue;
      running.get(id)?.work.blind();
      forget(id);
    }
  });
}
