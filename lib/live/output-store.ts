// Text of running jobs while their models speak: one growing text per job and claim, never wrong, never repeated.
import type { OutputFrame } from '#lib/domain/event.ts';

/** What is shown of a job's answer so far. A higher claim starts clean. */
export interface LiveText {
  readonly claim: number;
  readonly text: string;
}

/** What folding one frame did. `gap`: text before the frame is missing and has to be fetched from the end of what is held. */
export type FoldResult = { readonly kind: 'changed' | 'gap'; readonly held: LiveText } | { readonly kind: 'skipped' };

/** Folds one frame into the text of a job. Pure: whatever is repeated is skipped, whatever overlaps is cut. */
export function foldFrame(held: LiveText | undefined, frame: Pick<OutputFrame, 'claim' | 'from' | 'text'>): FoldResult {
  if (held !== undefined && frame.claim < held.claim) return { kind: 'skipped' };
  const current = held?.claim === frame.claim ? held : { claim: frame.claim, text: '' };
  if (frame.from > current.text.length) return { kind: 'gap', held: current };
  const news = frame.text.slice(current.text.length - frame.from);
  if (news === '' && current === held) return { kind: 'skipped' };
  return { kind: 'changed', held: { claim: frame.claim, text: current.text + news } };
}

interface Entry {
  held: LiveText | undefined;
  /** Frames that came while text before them was missing; tried again after the fetch. */
  ahead: OutputFrame[];
  isFetching: boolean;
  /** The job ended: forgotten when nobody looks any more. */
  hasEnded: boolean;
  readonly listeners: Set<() => void>;
}

export interface OutputStoreOptions {
  /** Fetches a job's text from an offset; rejects when it cannot. Gaps are tried again at the next frame. */
  readonly fetchOutput: (jobId: string, from: number) => Promise<OutputFrame>;
  /** Runs once soon, batching many frames into one notification (an animation frame, or at once in a hidden tab). */
  readonly soon: (work: () => void) => void;
  /** True when the job is known to have ended: a late frame must not bring its text back. */
  readonly hasEnded: (frame: OutputFrame) => boolean;
}

export class OutputStore {
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Set<string>();
  readonly #options: OutputStoreOptions;

  constructor(options: OutputStoreOptions) {
    this.#options = options;
  }

  /** What is held of a job's text now; the same object until it grows. */
  read(jobId: string): LiveText | undefined {
    return this.#entries.get(jobId)?.held;
  }

  subscribe(jobId: string, listener: () => void): () => void {
    const entry = this.#entryOf(jobId);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      this.#forgetIfDone(jobId, entry);
    };
  }

  apply(frames: readonly OutputFrame[]): void {
    for (const frame of frames) {
      if (!this.#entries.has(frame.job_id) && this.#options.hasEnded(frame)) continue;
      this.#fold(this.#entryOf(frame.job_id), frame);
    }
  }

  /** The job ended: its text stays while somebody looks at it, so that nothing flickers until the answer is there. */
  end(jobId: string): void {
    const entry = this.#entries.get(jobId);
    if (entry === undefined) return;
    entry.hasEnded = true;
    this.#forgetIfDone(jobId, entry);
  }

  /** Everything held, as frames that another tab can fold. */
  snapshot(promptOf: (jobId: string) => string): OutputFrame[] {
    return [...this.#entries].flatMap(([jobId, { held }]) =>
      held === undefined
        ? []
        : [{ job_id: jobId, prompt_id: promptOf(jobId), claim: held.claim, from: 0, text: held.text }],
    );
  }

  #entryOf(jobId: string): Entry {
    const known = this.#entries.get(jobId);
    if (known !== undefined) return known;
    const entry: Entry = { held: undefined, ahead: [], isFetching: false, hasEnded: false, listeners: new Set() };
    this.#entries.set(jobId, entry);
    return entry;
  }

  /** True when the held text changed. */
  #fold(entry: Entry, frame: OutputFrame): boolean {
    const result = foldFrame(entry.held, frame);
    if (result.kind === 'skipped') return false;
    const isNews = result.held !== entry.held;
    entry.held = result.held;
    if (isNews) this.#noteChange(frame.job_id);
    if (result.kind === 'gap') {
      entry.ahead.push(frame);
      this.#fetchGap(frame.job_id, entry);
    }
    return isNews;
  }

  // One fetch per job at a time; frames that come meanwhile wait in `ahead`, so the fetch and the stream meet.
  #fetchGap(jobId: string, entry: Entry): void {
    if (entry.isFetching) return;
    entry.isFetching = true;
    this.#options.fetchOutput(jobId, entry.held?.text.length ?? 0).then(
      (frame) => {
        entry.isFetching = false;
        const ahead = entry.ahead;
        entry.ahead = [];
        // An answer that brought nothing would be asked for again at once, for ever: then the next frame asks.
        if (this.#fold(entry, frame)) for (const next of ahead) this.#fold(entry, next);
        this.#forgetIfDone(jobId, entry);
      },
      () => {
        // The pipe is bad right now; the next frame of this job asks again.
        entry.isFetching = false;
        entry.ahead = [];
      },
    );
  }

  #noteChange(jobId: string): void {
    const isFirst = this.#changed.size === 0;
    this.#changed.add(jobId);
    if (isFirst) this.#options.soon(() => this.#notify());
  }

  #notify(): void {
    const jobs = [...this.#changed];
    this.#changed.clear();
    for (const jobId of jobs) for (const listener of this.#entries.get(jobId)?.listeners ?? []) listener();
  }

  #forgetIfDone(jobId: string, entry: Entry): void {
    const isUnused = entry.listeners.size === 0 && (entry.hasEnded || entry.held === undefined);
    if (isUnused && !entry.isFetching && this.#entries.get(jobId) === entry) this.#entries.delete(jobId);
  }
}
