// The address of the mission page is its state: what is shown, what is selected, what is filtered.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { filterNames } from './filter-rows.ts';

export const viewNames = ['map', 'list'] as const;
export type ViewName = (typeof viewNames)[number];

const shape = {
  view: parseAsStringLiteral(viewNames),
  drop: parseAsString,
  dock: parseAsStringLiteral(['thread']),
  state: parseAsStringLiteral(filterNames),
  q: parseAsString,
};

/** Moves add to the history so that Back undoes them; filters replace, so that Back isn't a list of keystrokes. */
export function useMissionUrl() {
  return useQueryStates(shape, { history: 'push', scroll: false, shallow: true });
}
