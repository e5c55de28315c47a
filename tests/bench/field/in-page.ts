// What runs inside the browser: counts of React's commits and frames, the moment of the first picture, and a pan.

/** Before anything else of the page: React tells a devtools hook of each commit, in production too. */
export function watchPage(): void {
  const bench = { commits: 0, frames: 0, firstPaintMs: 0 };
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: () => void bench.commits++,
  };
  Object.assign(window, { bench, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  const count = () => {
    bench.frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const observer = new MutationObserver(() => {
    if (document.querySelector('.map-seat') === null) return;
    observer.disconnect();
    // The frame that shows it has been handed over when the task after it runs.
    const note = () => {
      bench.firstPaintMs = performance.now();
    };
    requestAnimationFrame(() => setTimeout(note));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the last byte of the field's rows to the picture of it; NaN before there is one. */
export function readFirstPaint(): number {
  const [recent] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/api/mission/recent')) as PerformanceResourceTiming[];
  const { bench } = window as unknown as { bench: { firstPaintMs: number } };
  return recent === undefined || bench.firstPaintMs === 0 ? Number.NaN : bench.firstPaintMs - recent.responseEnd;
}

export function readCounts(): { commits: number; frames: number; atMs: number } {
  const { bench } = window as unknown as { bench: { commits: number; frames: number } };
  return { commits: bench.commits, frames: bench.frames, atMs: performance.now() };
}

/** Moves the map about by the wheel in every frame; answers with the median frames per second. */
export async function pan(forMs: number): Promise<number> {
  const map = document.querySelector('.map');
  const frames: number[] = [];
  const end = performance.now() + forMs;
  for (let last = performance.now(), at = 0; last < end; at++) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    frames.push(now - last);
    last = now;
    const deltaY = Math.floor(at / 60) % 2 === 0 ? -14 : 14;
    const deltaX = Math.floor(at / 90) % 2 === 0 ? -6 : 6;
    const move = { deltaY, deltaX, bubbles: true, cancelable: true, clientX: 500, clientY: 300 };
    map?.dispatchEvent(new WheelEvent('wheel', move));
  }
  frames.sort((a, b) => a - b);
  return 1_000 / (frames[Math.floor(frames.length / 2)] ?? Number.NaN);
}
