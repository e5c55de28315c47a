// Closes a small floating panel when the person presses outside of it or hits Escape.
import { type RefObject, useEffect } from 'react';

/** While `isOpen`, a press outside `panel` or Escape calls `close`; Escape goes no further, so only the innermost thing closes. */
export function useDismiss(panel: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (event.target instanceof Node && panel.current?.contains(event.target) === false) close();
      },
      { signal: stop.signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        close();
      },
      { signal: stop.signal, capture: true },
    );
    return () => stop.abort();
  }, [panel, isOpen, close]);
}
