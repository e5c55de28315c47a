// The world of a live view under test: real HTTP, time that moves only when told, tabs with locks and channels.
import type { LiveEnvironment, LockRequest, PageEvent } from '#lib/live/pipe/environment.ts';

/** Timers and clocks that move only when told to. */
export class ManualTime {
  nowMs = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<{ at: number; work: () => void }>();

  after = (ms: number, work: () => void): (() => void) => {
    const timer = { at: this.nowMs + ms, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Runs what becomes due, in order. */
  advance(ms: number): void {
    const until = this.nowMs + ms;
    for (let next = this.#nextDue(until); next !== undefined; next = this.#nextDue(until)) {
      this.#timers.delete(next);
      // A timer that came due in a sleep runs late, not back in time.
      this.nowMs = Math.max(this.nowMs, next.at);
      next.work();
    }
    this.nowMs = until;
  }

  /** Nothing runs meanwhile: the machine sleeps. */
  sleep(ms: number): void {
    this.nowMs += ms;
  }

  get pending(): number {
    return this.#timers.size;
  }

  #nextDue(until: number): { at: number; work: () => void } | undefined {
    return [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

/** Web Locks of one browser. */
export class Locks {
  readonly #lines = new Map<string, (() => Promise<void>)[]>();

  request: LockRequest = (name, signal, held) =>
    new Promise((resolve, reject) => {
      const line = this.#lines.get(name) ?? [];
      this.#lines.set(name, line);
      const turn = async () => {
        await held();
        line.shift();
        resolve();
        void line[0]?.();
      };
      signal.addEventListener('abort', () => {
        const place = line.indexOf(turn);
        if (place <= 0) return;
        line.splice(place, 1);
        reject(signal.reason);
      });
      line.push(turn);
      if (line.length === 1) queueMicrotask(() => void turn());
    });
}

export interface Tab {
  readonly env: LiveEnvironment;
  isHidden: boolean;
  isOnline: boolean;
  tell(event: PageEvent): void;
}

export interface TabOptions {
  readonly base: string;
  readonly time: ManualTime;
  readonly locks?: Locks;
  /** Name of the browser whose tabs hear each other. */
  readonly browser?: string;
}

export function openTab({ base, time, locks, browser }: TabOptions): Tab {
  const listeners = new Set<(event: PageEvent) => void>();
  const tab: Tab = {
    isHidden: false,
    isOnline: true,
    tell: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    env: {
      fetch,
      base,
      wallMs: () => time.nowMs,
      steadyMs: () => time.nowMs,
      random: Math.random,
      after: time.after,
      beforePaint: (work) => work(),
      isHidden: () => tab.isHidden,
      isOnline: () => tab.isOnline,
      lock: locks?.request,
      openChannel: browser === undefined ? undefined : (name) => openChannel(`${browser}:${name}`),
      onPage: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  return tab;
}

function openChannel(name: string): ReturnType<NonNullable<LiveEnvironment['openChannel']>> {
  const channel = new BroadcastChannel(name);
  const tab: ReturnType<NonNullable<LiveEnvironment['openChannel']>> = {
    postMessage: (message) => channel.postMessage(message),
    close: () => channel.close(),
    onmessage: null,
  };
  channel.onmessage = (event) => {
    if (event instanceof MessageEvent) tab.onmessage?.({ data: event.data });
  };
  return tab;
}
