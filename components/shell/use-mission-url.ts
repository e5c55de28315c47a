// The address of the mission page is its state: what is shown, what is selected, what is filtered.
import { type UrlState, useUrlState } from '#components/ui/use-url-state.ts';
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
  session: 'text',
  model: 'text',
  from: 'text',
  to: 'text',
  replies: ['with', 'without'],
  verdict: ['accept', 'reject', 'needs_work', 'none'],
  archived: ['yes'],
  sort: 'text',
  sheet: ['conversations'],
} as const;
export type MissionUrl = UrlState<typeof shape>;

/** Everything that narrows what is shown, taken out. */
export const noFilters = {
  state: null,
  q: null,
  session: null,
  model: null,
  from: null,
  to: null,
  replies: null,
  verdict: null,
  archived: null,
} satisfies Partial<MissionUrl>;

/** Moves add to the history so that Back undoes them; filters replace, so that Back isn't a list of keystrokes. */
export function useMissionUrl() {
  return useUrlState(shape);
}
