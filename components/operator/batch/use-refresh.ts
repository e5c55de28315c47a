// Looks at every operator page's data again after something was done: in this tab and in the browser's other ones.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { operatorKey } from '#components/operator/frame/use-live-query.ts';

const channelName = 'asterion-operator';
/** The server keeps the overview for half a second: the second look sees past what was read before the change. */
const secondLookMs = 700;

export function useRefreshOperator(): () => void {
  const client = useQueryClient();
  return useCallback(() => refreshOperator(client), [client]);
}

export function refreshOperator(client: QueryClient): void {
  lookTwice(client);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

/** For the frame around the pages: hears what another tab has done. */
export function useOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => lookTwice(client);
    return () => channel.close();
  }, [client]);
}

function lookTwice(client: QueryClient): void {
  const look = () => void client.invalidateQueries({ queryKey: [operatorKey] });
  look();
  setTimeout(look, secondLookMs);
}
