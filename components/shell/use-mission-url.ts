// The address of the mission page is its state: what is shown, what is selected, what is filtered.
import { useUrlState } from '#components/ui/use-url-state.ts';
import { filterNames } from './filter-rows.ts';

export const viewNames = ['map', 'list'] as const;
export type ViewName = (typeof viewNames)[number];

export const dockNames = ['thread', 'trace'] as const;
export type DockName = (typeof dockNames)[number];

const shape = {
  view: viewNames,
  drop: 'text',
  dock: dockNames,
  state: filterNames,
  q: 'text',
} as const;

/** Moves add to the history so that Back undoes them; filters replace, so that Back isn't a list of keystrokes. */
export function useMissionUrl() {
  return useUrlState(shape);
}
