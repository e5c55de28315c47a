// News by asking: every 2 s while something is in flight, every 15 s when not; the tested twin of the stream.
import { pollEveryMs } from '#lib/domain/event.ts';
import { ApiProblem, readOutput, readRecent } from '#lib/live/api.ts';
import type { LiveEnvironment } from './environment.ts';
import type { Knowledge, LiveSource, SourceHandlers } from './source.ts';

/** Source: field contract, "Liveness model". */
const idlePollEveryMs = 15_000;

/** Polls until stopped or until a poll fails. `mayAsk` false (a hidden tab that shares with nobody) skips turns. */
export function pollSource(env: LiveEnvironment, knowledge: Knowledge, mayAsk: () => boolean = () => true): LiveSource {
  return new PollSource(env, knowledge, mayAsk);
}

class PollSource implements LiveSource {
  readonly #env: LiveEnvironment;
  readonly #knowledge: Knowledge;
  readonly #mayAsk: () => boolean;
  readonly #abort = new AbortController();
  #handlers: SourceHandlers | undefined;
  #callOff: () => void = () => {};
  #isAsking = false;
  /** Asked to refresh in the middle of a poll: what it answers may be older than the wish. */
  #isAgainWanted = false;

  constructor(env: LiveEnvironment, knowledge: Knowledge, mayAsk: () => boolean) {
    this.#env = env;
    this.#knowledge = knowledge;
    this.#mayAsk = mayAsk;
  }

  start(handlers: SourceHandlers): void {
    this.#handlers = handlers;
    void this.#poll();
  }

  refresh(): void {
    if (this.#isAsking) this.#isAgainWanted = true;
    else void this.#poll();
  }

  stop(): void {
    this.#handlers = undefined;
    this.#callOff();
    this.#abort.abort();
  }

  async #poll(): Promise<void> {
    this.#callOff();
    if (this.#handlers === undefined) return;
    this.#isAsking = true;
    this.#isAgainWanted = false;
    try {
      await this.#askRows();
      await this.#askOutputs();
    } catch (error) {
      const handlers = this.#handlers;
      this.stop();
      handlers?.onDown(error instanceof ApiProblem ? 'refused' : 'broken');
      return;
    } finally {
      this.#isAsking = false;
    }
    this.#scheduleNext();
  }

  #scheduleNext(): void {
    if (this.#handlers === undefined) return;
    const waitMs = this.#isAgainWanted ? 0 : this.#knowledge.isAnyInFlight() ? pollEveryMs : idlePollEveryMs;
    this.#callOff = this.#env.after(waitMs, () => {
      if (this.#mayAsk()) void this.#poll();
      else this.#scheduleNext();
    });
  }

  async #askRows(): Promise<void> {
    const askedAt = this.#env.steadyMs();
    const answer = await readRecent(this.#knowledge.cursor(), this.#abort.signal, this.#env);
    const handlers = this.#handlers;
    if (handlers === undefined) return;
    handlers.onAlive();
    handlers.onClock(answer.now, this.#env.steadyMs() - askedAt);
    handlers.onRows(answer.rows, answer.reset);
    handlers.onCursor(answer.as_of);
    handlers.onOpen();
  }

  async #askOutputs(): Promise<void> {
    await Promise.all(this.#knowledge.running().map(({ jobId }) => this.#askOutput(jobId)));
  }

  async #askOutput(jobId: string): Promise<void> {
    try {
      const { state: _, ...frame } = await readOutput(
        jobId,
        this.#knowledge.textLength(jobId),
        this.#abort.signal,
        this.#env,
      );
      // Handed over also when empty: a newer claim may have less text than the one held, and only its number tells.
      this.#handlers?.onOutput([frame]);
    } catch (error) {
      // The job is gone or not ours: its row will say so. A broken line ends the whole poll.
      if (!(error instanceof ApiProblem)) throw error;
    }
  }
}
