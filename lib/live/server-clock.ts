// The server's clock as seen from here: an offset from its answers, elapsed times that never run backwards, one ticker.

export interface ClockSource {
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
}

/** Beyond this the person is told that this machine's clock is off. Source: field contract, "Time". */
export const skewNoticeMs = 30_000;
/** An answer that took longer says too little about when its clock was read. */
const usableTripMs = 4_000;
const tickEveryMs = 1_000;

export class ServerClock {
  readonly #source: ClockSource;
  /** Server time minus steady time; undefined until the first answer. */
  #offsetMs: number | undefined;
  /** Server time minus this machine's wall clock, ms. */
  skewMs = 0;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #tick: number;

  constructor(source: ClockSource) {
    this.#source = source;
    this.#tick = source.wallMs();
  }

  /** Takes a clock reading from an answer. `tripMs` is how long the answer was under way; half of it is added. */
  sample(nowIso: string, tripMs: number): void {
    const serverMs = Date.parse(nowIso);
    if (Number.isNaN(serverMs)) return;
    if (tripMs > usableTripMs && this.#offsetMs !== undefined) return;
    const atMs = serverMs + Math.max(0, tripMs) / 2;
    this.#offsetMs = atMs - this.#source.steadyMs();
    this.skewMs = Math.round(atMs - this.#source.wallMs());
  }

  /** Server time now, ms since 1970; this machine's until the first answer. */
  nowMs(): number {
    return this.#offsetMs === undefined ? this.#source.wallMs() : this.#offsetMs + this.#source.steadyMs();
  }

  /** The time of the last tick: the same for everybody who renders in one pass. */
  readTick = (): number => this.#tick;

  /** One 1 s ticker for everybody; it stands still while nobody listens. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      this.#advance();
      this.#timer = setInterval(() => this.#advance(), tickEveryMs);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  #advance(): void {
    this.#tick = this.nowMs();
    for (const listener of this.#listeners) listener();
  }
}

/** Milliseconds from an instant to `nowMs`, never negative; 0 for a missing instant. */
export function elapsedMs(sinceIso: string | null, nowMs: number): number {
  const sinceMs = sinceIso === null ? Number.NaN : Date.parse(sinceIso);
  return Number.isNaN(sinceMs) ? 0 : Math.max(0, nowMs - sinceMs);
}
