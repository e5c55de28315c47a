// A thread for the dock: read once, refreshed whenever a row of it changes, and never older than the field's own rows.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { DropRow } from '#lib/domain/drop.ts';
import { type ThreadAnswer, threadAnswer } from '#lib/domain/thread.ts';
import { readThread } from './api.ts';

const threadsKey = ['thread'] as const;

/** The key holds the id: a late answer of one thread can never show under another. */
export const threadKey = (promptId: string | null) => [...threadsKey, promptId] as const;

/**
 * The thread through a prompt; idle for null or for a drop the server does not have yet (version 0).
 * Refetches by itself when any of its prompts changes. For states and clocks prefer `useDrop`: rows there are newest.
 */
export function useThread(promptId: string | null) {
  return useQuery({
    queryKey: threadKey(promptId),
    queryFn: ({ signal }) => readThread(promptId ?? '', signal),
    enabled: promptId !== null,
    placeholderData: keepThread(promptId),
    staleTime: 0,
    retry: 1,
  });
}

// Moving along one thread keeps what is shown until the other path is there; another thread's text is never shown.
function keepThread(promptId: string | null) {
  return (previous: ThreadAnswer | undefined) =>
    previous?.path.some(({ row, sibling_ids, child_ids }) =>
      [row.prompt_id, ...sibling_ids, ...child_ids].includes(promptId ?? ''),
    )
      ? previous
      : undefined;
}

/** Marks cached threads as out of date that hold one of these rows. What is on screen is fetched again at once. */
export function refreshThreads(client: QueryClient, rows: readonly DropRow[]): void {
  if (rows.length === 0) return;
  const roots = new Set(rows.map(({ root_id }) => root_id));
  void client.invalidateQueries({
    queryKey: threadsKey,
    predicate: ({ state, queryKey }) => {
      const known = threadAnswer.safeParse(state.data);
      const root = known.data?.path[0]?.row.root_id;
      return root === undefined ? rows.some(({ prompt_id }) => prompt_id === queryKey[1]) : roots.has(root);
    },
  });
}
