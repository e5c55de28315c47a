// Keeps the end of a scrolling transcript in view while it grows and the person is there to see it.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Geometry, scrolled, scrolledUp, startFollowing } from './follow-tail.ts';

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

/**
 * `isFollowing` is for the button that jumps back; `follow()` jumps and follows again.
 * Starts anew when `threadKey` changes, at the end only when `startsAtEnd`.
 */
export function useFollowTail(scroller: RefObject<HTMLElement | null>, threadKey: string, startsAtEnd: boolean) {
  const tail = useRef(startFollowing);
  const [isFollowing, setFollowing] = useState(startsAtEnd);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread is another scroll history, and its start alone decides
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const update = (next: typeof startFollowing) => {
      tail.current = next;
      setFollowing(next.isFollowing);
    };
    const release = () => update(scrolledUp(tail.current, geometryOf(element)));
    let touchY = 0;
    element.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && release(), options);
    const onTouch = ({ touches }: TouchEvent) => {
      touchY = touches[0]?.clientY ?? 0;
    };
    element.addEventListener('touchstart', onTouch, options);
    element.addEventListener('touchmove', ({ touches }) => (touches[0]?.clientY ?? 0) > touchY && release(), options);
    element.addEventListener('keydown', ({ key }) => upKeys.has(key) && release(), options);
    element.addEventListener('scroll', () => update(scrolled(tail.current, geometryOf(element))), options);
    const keepEnd = () => {
      if (tail.current.isFollowing) element.scrollTop = element.scrollHeight;
    };
    update({ ...startFollowing, isFollowing: startsAtEnd });
    const watcher = new ResizeObserver(keepEnd);
    for (const child of element.children) watcher.observe(child);
    keepEnd();
    return () => {
      stop.abort();
      watcher.disconnect();
    };
  }, [scroller, threadKey]);

  const follow = useCallback(() => {
    tail.current = { ...tail.current, isFollowing: true };
    setFollowing(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [scroller]);

  return { isFollowing, follow };
}

function geometryOf(element: HTMLElement): Geometry {
  return { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
}
