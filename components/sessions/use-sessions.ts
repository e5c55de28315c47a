// The conversations as the sheet needs them: pages of them, and what can be done to one with an undo.
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { notify } from '#components/ui/toast.ts';
import type { SessionRow } from '#lib/domain/prompts/session.ts';
import { changeSession, readSessions, type SessionChange } from '#lib/live/list/sessions-api.ts';

export interface SessionActions {
  readonly rename: (id: string, title: string) => void;
  readonly pin: (id: string, isPinned: boolean) => void;
  /** Out of the list or back into it, with an undo in the notice. Its prompts stay where they are. */
  readonly archive: (session: SessionRow, isArchived: boolean) => void;
}

export function useSessions(q: string, archived: boolean) {
  const client = useQueryClient();
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['sessions', 'list', q, archived],
    queryFn: ({ signal, pageParam }) => readSessions({ q, archived, cursor: pageParam }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    retry: 1,
  });
  const actions = useMemo<SessionActions>(() => {
    const change = (id: string, wish: SessionChange) =>
      changeSession(id, wish)
        .then(() => true)
        .catch((error: unknown) => {
          notify(`It could not be changed. ${error instanceof Error ? error.message : ''}`);
          return false;
        })
        .finally(() => void client.invalidateQueries({ queryKey: ['sessions'] }));
    return {
      rename: (id, title) => void change(id, { title }),
      pin: (id, pinned) => void change(id, { pinned }),
      archive: ({ id, title }, isArchived) => {
        void change(id, { archived: isArchived }).then((isDone) => {
          if (!isDone) return;
          notify(`${isArchived ? 'Archived' : 'Restored'} “${title}”`, {
            duration: 6_000,
            action: { label: 'Undo', onClick: () => void change(id, { archived: !isArchived }) },
          });
        });
      },
    };
  }, [client]);
  return {
    sessions: data?.pages.flatMap((page) => page.sessions) ?? [],
    isLoading: isPending,
    error,
    again: () => void refetch(),
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    actions,
  };
}

function firstPage(): string | null {
  return null;
}
