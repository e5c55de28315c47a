// Which view is shown: the address says, else what this person used last, else what fits the screen.
import { useCallback, useSyncExternalStore } from 'react';
import type { ViewName } from './use-mission-url.ts';

const viewKey = 'asterion.view';
const smallScreen = '(max-width: 767px)';

/** Null until this browser can be asked: the server knows neither memory nor screen. */
export function useView(asked: ViewName | null): ViewName | null {
  const usual = useSyncExternalStore<ViewName | null>(subscribe, usualView, () => null);
  return asked ?? usual;
}

export function useIsSmall(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(smallScreen).matches,
    () => false,
  );
}

export function useRememberView(): (view: ViewName) => void {
  return useCallback((view) => {
    try {
      localStorage.setItem(viewKey, view);
    } catch {
      // No storage: the address still says it.
    }
  }, []);
}

function usualView(): ViewName {
  try {
    const kept = localStorage.getItem(viewKey);
    if (kept === 'map' || kept === 'list') return kept;
  } catch {
    // No storage: the screen decides.
  }
  return matchMedia(smallScreen).matches ? 'list' : 'map';
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(smallScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
