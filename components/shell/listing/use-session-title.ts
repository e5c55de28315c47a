// How the conversation in the address is called.
import { useQuery } from '@tanstack/react-query';
import { readSession } from '#lib/live/list/sessions-api.ts';
import { isId } from './use-finds.ts';

/** Its title, or a word for what is not known (yet). */
export function useSessionTitle(sessionId: string | null): string {
  const isAsked = sessionId !== null && isId(sessionId);
  const { data, isError } = useQuery({
    queryKey: ['sessions', 'one', sessionId],
    queryFn: ({ signal }) => readSession(sessionId ?? '', signal),
    enabled: isAsked,
    staleTime: 30_000,
    retry: false,
  });
  if (data !== undefined) return data.title;
  return isError || !isAsked ? 'unknown' : '…';
}
