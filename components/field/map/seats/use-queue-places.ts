// The places in the queue of the waiting drops that somebody looks at, asked of the server in one request.
'use client';
import { useQuery } from '@tanstack/react-query';
import type { QueuePlace } from '#lib/domain/queue/place.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { readQueue } from '#lib/live/dock-api.ts';

/** The line moves; while it is looked at it is asked for again this often. */
const askEveryMs = 4_000;

/** By job id; empty until the server has answered. Nobody looking, nothing asked. */
export function useQueuePlaces(lookedAt: readonly FieldDrop[]): ReadonlyMap<string, QueuePlace> {
  const ids = lookedAt.filter(mayBeInLine).map(({ job_id }) => job_id);
  const { data } = useQuery({
    queryKey: ['queue', ...[...ids].sort()],
    queryFn: ({ signal }) => readQueue(ids, signal),
    enabled: ids.length > 0,
    staleTime: askEveryMs / 2,
    refetchInterval: askEveryMs,
    gcTime: 30_000,
    retry: false,
  });
  return ids.length === 0 || data === undefined ? none : new Map(data.places.map((place) => [place.job_id, place]));
}

const none: ReadonlyMap<string, QueuePlace> = new Map();

/** Not one that waits for its parent, and none that the server has not got yet. */
function mayBeInLine({ state, available_at, job_id }: FieldDrop): boolean {
  return state === 'queued' && available_at !== null && job_id !== '';
}
