// The models that can be chosen right now.
import { useQuery } from '@tanstack/react-query';
import type { ModelsAnswer } from '#lib/domain/model-choice.ts';
import { readModels } from '#lib/live/api.ts';

/** Undefined until they are known; asked for again when a menu opens after a minute. */
export function useModels(isWanted = true): ModelsAnswer | undefined {
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => readModels(signal),
    enabled: isWanted,
    staleTime: 60_000,
  }).data;
}
