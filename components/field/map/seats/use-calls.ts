// What seats call, as one object for all renders, so that a memoised seat renders for its drop alone.
'use client';
import { useMemo, useRef } from 'react';
import type { SeatCalls } from './seat.tsx';

/** Always calls what is current. */
export function useCalls(calls: SeatCalls): SeatCalls {
  const current = useRef(calls);
  current.current = calls;
  return useMemo(
    () => ({
      onClick: (id, isAdding) => current.current.onClick(id, isAdding),
      onOpen: (id) => current.current.onOpen(id),
      onFocus: (id) => current.current.onFocus(id),
      onRetry: (id) => current.current.onRetry(id),
      onRetryAll: (ids) => current.current.onRetryAll(ids),
      onContinue: (id) => current.current.onContinue(id),
      onMenu: (id, at) => current.current.onMenu(id, at),
    }),
    [],
  );
}
