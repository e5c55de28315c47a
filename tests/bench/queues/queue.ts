// What every queue under test can do, so that each question is asked of all of them in the same words.

export interface Queue {
  readonly name: string;
  readonly version: string;
  /** How it was run, for the reader of the table. */
  readonly how: string;
  /** The questions it is asked; absent means all. */
  readonly only?: readonly string[];
  /** Sets it up in an empty database of its own. */
  open(url: string): Promise<OpenQueue>;
}

export interface OpenQueue {
  /** One job, durable when it resolves; gives the id that `onStart` will name. */
  add(): Promise<string>;
  /** Many jobs at once, as fast as the queue offers. */
  addMany(count: number): Promise<void>;
  /** Starts working; `onStart` is called when a handler begins. */
  work(onStart: (id: string) => void): Promise<{ stop(): Promise<void> }>;
  /** True when no job is waiting, running or unrecorded. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

/** Jobs at a time of the peers: more only makes their statements wait for each other. */
export const concurrency = 16;
