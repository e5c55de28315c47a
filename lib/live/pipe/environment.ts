// What the live view needs from the world, in one place, so that tests can move time and cut the line without waiting.

export interface TabChannel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

/** Holds the lock until `held` resolves; resolves when it was released. Rejects when `signal` gives up the place in line. */
export type LockRequest = (name: string, signal: AbortSignal, held: () => Promise<void>) => Promise<void>;

export interface LiveEnvironment {
  readonly fetch: typeof fetch;
  /** Put before every path; '' in the browser. */
  readonly base: string;
  /** Wall clock, ms. */
  readonly wallMs: () => number;
  /** Never goes back, ms. */
  readonly steadyMs: () => number;
  readonly random: () => number;
  /** Runs `work` after `ms`; the returned function calls it off. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Runs `work` before the next paint, or at once when nothing is painted. */
  readonly beforePaint: (work: () => void) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
  /** Undefined where Web Locks do not exist: then every tab has its own stream. */
  readonly lock: LockRequest | undefined;
  readonly openChannel: ((name: string) => TabChannel) | undefined;
  /** Tells of the page's own events; returns the function that stops it. */
  readonly onPage: (listener: (event: PageEvent) => void) => () => void;
}

export type PageEvent = 'shown' | 'hidden' | 'online' | 'offline' | 'restored' | 'left';

/** The browser's own. Only called where there is a window. */
export function browserEnvironment(): LiveEnvironment {
  return {
    fetch: (input, init) => fetch(input, init),
    base: '',
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
    random: Math.random,
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    beforePaint,
    isHidden: () => document.visibilityState === 'hidden',
    isOnline: () => navigator.onLine,
    lock: browserLock(),
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : openBrowserChannel,
    onPage: onBrowserPage,
  };
}

/** Longer than any frame of a visible page: a timer that overtakes its frame is a second commit in it. */
const hiddenWithinMs = 400;

// A hidden tab paints nothing and its frames never come: work is done at once there. A tab that is hidden in the middle
// of a frame is caught by the timer.
function beforePaint(work: () => void): void {
  if (document.visibilityState === 'hidden') {
    work();
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    work();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenWithinMs);
}

function browserLock(): LockRequest | undefined {
  // Absent on plain-http addresses other than localhost, whatever the type says.
  const locks: LockManager | undefined = navigator.locks;
  return locks === undefined
    ? undefined
    : async (name, signal, held) => {
        await locks.request(name, { signal }, held);
      };
}

function openBrowserChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  const tab: TabChannel = {
    postMessage: (message) => channel.postMessage(message),
    close: () => channel.close(),
    onmessage: null,
  };
  channel.onmessage = (event: MessageEvent<unknown>) => tab.onmessage?.({ data: event.data });
  return tab;
}

function onBrowserPage(listener: (event: PageEvent) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const tellVisibility = () => listener(document.visibilityState === 'hidden' ? 'hidden' : 'shown');
  document.addEventListener('visibilitychange', tellVisibility, { signal });
  window.addEventListener('online', () => listener('online'), { signal });
  window.addEventListener('offline', () => listener('offline'), { signal });
  // A page kept for the back button is frozen with its stream: it leaves in order and comes back afresh.
  window.addEventListener('pagehide', () => listener('left'), { signal });
  window.addEventListener('pageshow', ({ persisted }) => listener(persisted ? 'restored' : 'shown'), { signal });
  return () => stop.abort();
}
