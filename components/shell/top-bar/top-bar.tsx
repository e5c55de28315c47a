// The bar on top: where one is, what is going on, how fresh it is, and how to look at it.

import { IconButton } from '#components/ui/button.tsx';
import type { FilterName } from '../filter-rows.ts';
import type { ViewName } from '../use-mission-url.ts';
import { LivePill } from './live-pill.tsx';
import { Rooms } from './rooms.tsx';
import { SearchBox } from './search-box.tsx';
import { StateChips } from './state-chips.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ViewSwitch } from './view-switch.tsx';

interface TopBarProps {
  readonly counts: Readonly<Record<FilterName, number>>;
  readonly filter: FilterName | null;
  readonly onFilter: (state: FilterName | null) => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly view: ViewName;
  readonly onView: (view: ViewName) => void;
  readonly onHelp: () => void;
  readonly onPalette: () => void;
  readonly onConversations: () => void;
  readonly unsentCount: number;
}

export function TopBar(props: TopBarProps) {
  const { counts, filter, onFilter, query, onQuery, view, onView, onHelp, onPalette, onConversations, unsentCount } =
    props;
  return (
    <header className="z-30 flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 max-[351px]:gap-x-1.5 border-b border-line bg-panel px-3 max-md:px-2">
      <Rooms current="field" />
      <div className="flex min-w-0 flex-1 items-center max-md:order-last max-md:-mx-2 max-md:h-10 max-md:basis-full max-md:gap-2 max-md:border-t max-md:border-line max-md:px-2">
        <StateChips counts={counts} active={filter} onChange={onFilter} />
        <span className="flex-1 max-md:hidden" />
        <SearchBox query={query} onChange={onQuery} />
      </div>
      <span className="flex-1 md:hidden" />
      <LivePill unsentCount={unsentCount} isBusy={counts.running + counts.waiting > 0} />
      <ViewSwitch view={view} onChange={onView} />
      <div className="-mx-1.5 flex">
        <IconButton icon="talks" label="Conversations" onClick={onConversations} />
        <IconButton icon="command" label="Commands" shortcut="⌘K" onClick={onPalette} />
        <ThemeSwitch />
        <IconButton icon="help" label="Keyboard shortcuts" shortcut="?" onClick={onHelp} className="max-md:hidden" />
      </div>
    </header>
  );
}
