// A thread for the dock: read once, refreshed whenever a row of it changes.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ThreadAnswer } from '#lib/domain/thread.ts';
import { readThread } from './api.ts';
import { threadKey } from './thread-cache.ts';
import { useDrop } from './use-field.ts';

/**
 * The thread through a prompt; idle for null and for a drop the server does not have yet (version 0).
 * Refetches by itself when any of its prompts changes. States and clocks are newest in `useDrop`, live text in `useOutput`.
 */
export function useThread(promptId: string | null): UseQueryResult<ThreadAnswer> {
  const drop = useDrop(promptId);
  return useQuery<ThreadAnswer, Error, ThreadAnswer, ReturnType<typeof threadKey>>({
    queryKey: threadKey(promptId),
    queryFn: ({ signal }) => readThread(promptId ?? '', signal),
    enabled: promptId !== null && drop?.version !== 0,
    placeholderData: (previous) => (isBeside(previous, promptId) ? previous : undefined),
    staleTime: 0,
    // The server may be on this very machine: the browser's idea of being offline decides nothing.
    networkMode: 'always',
    retry: 1,
  });
}

/** Moving along one thread keeps what is shown until the other path is there; another thread's text is never shown. */
function isBeside(thread: ThreadAnswer | undefined, promptId: string | null): boolean {
  if (thread === undefined || promptId === null) return false;
  return thread.path.some(({ row, sibling_ids, child_ids }) =>
    [row.prompt_id, ...sibling_ids, ...child_ids].includes(promptId),
  );
}
