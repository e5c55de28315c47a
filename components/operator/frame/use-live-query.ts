// Reads something of the server again whenever the field has news, and every few seconds while the page can be seen.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fieldKey } from '#lib/live/cache.ts';
import { useLiveView } from '#lib/live/use-field.ts';

export interface LiveQuery<T> {
  /** The latest answer; stays while the next one is under way and when it fails. */
  readonly data: T | undefined;
  /** Why the latest look failed; null after a good one. */
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly refresh: () => void;
}

/** The first part of every operator page's query key: whoever changes something invalidates by it. */
export const operatorKey = 'operator';

const everyMs = 5_000;
/** Events come in bursts: one look a second is enough to follow them. */
const restMs = 1_000;

/** `key` must tell apart everything that `read` depends on. */
export function useLiveQuery<T>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<T>): LiveQuery<T> {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [operatorKey, ...key],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });
  const refresh = () => void refetch();
  useNews(() => void refetch({ cancelRefetch: false }));
  return { data, error, isLoading: isPending, refresh };
}

/** Calls `look` when a prompt somewhere changed: soon for the first change, then at most once a second. */
function useNews(look: () => void): void {
  useLiveView();
  const client = useQueryClient();
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = 0;
    const cache = client.getQueryCache();
    const stop = cache.subscribe(({ type, query }) => {
      const isNews = type === 'updated' && query.queryKey[0] === fieldKey[0];
      if (!isNews || timer !== undefined || document.hidden) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          lookedAt = performance.now();
          latest.current();
        },
        Math.max(150, lookedAt + restMs - performance.now()),
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}
