// Looks at every operator page's data again, after something was done to jobs.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { operatorKey } from '#components/operator/frame/use-live-query.ts';

export function useRefreshOperator(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: [operatorKey] }), [client]);
}
