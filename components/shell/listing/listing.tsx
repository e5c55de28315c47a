// The list as a page of the mission: filters over it, what was found in it, and a plain word when nothing was.
'use client';
import './listing.css';
import { useCallback } from 'react';
import { FieldEmpty } from '#components/field/empty/field-empty.tsx';
import type { FieldProps } from '#components/field/field-props.ts';
import { browserZone, useToday } from '#components/field/layout/use-layout.ts';
import { firstSort, type SortColumn } from '#components/field/list/order/list-sort.ts';
import { ListView } from '#components/field/list-view.tsx';
import { useMissionUrl } from '../use-mission-url.ts';
import { FilterBar } from './filter-bar.tsx';
import { NothingFound } from './nothing-found.tsx';
import { isId, useFinds } from './use-finds.ts';
import { isFiltered, sortOf, useClosed, useListed } from './use-listed.ts';

export function Listing({ rows, starters, ...props }: FieldProps) {
  const [url, setUrl] = useMissionUrl();
  const zone = props.timeZone ?? browserZone();
  const today = useToday(zone);
  const [closed, toggle] = useClosed();
  const { session } = url;
  const isElsewhere = session !== null && isId(session) && !rows.some(({ session_id }) => session_id === session);
  const finds = useFinds(url, isElsewhere);
  const listed = useListed(rows, url, finds, { zone, today, closed });
  const sort = sortOf(url.sort);
  const onSort = useCallback(
    (by: SortColumn) => {
      const { by: now, isDescending } = sortOf(url.sort);
      const next = now === by ? { by, isDescending: !isDescending } : firstSort(by);
      const isUsual = next.by === 'age' && next.isDescending;
      setUrl({ sort: isUsual ? null : `${next.by}-${next.isDescending ? 'desc' : 'asc'}` }, 'replace');
    },
    [url.sort, setUrl],
  );
  const { wantFigures } = listed;
  const { more } = finds;
  const onVisible = useCallback(
    (promptIds: readonly string[], isAtEnd: boolean) => {
      wantFigures(promptIds);
      if (isAtEnd) more();
    },
    [wantFigures, more],
  );

  if (rows.length === 0 && !isFiltered(url)) {
    return (
      <div className="list">
        <FieldEmpty starters={starters} bottom={props.bottomInset ?? 0} />
      </div>
    );
  }
  return (
    <div className="listing">
      <FilterBar
        url={url}
        onChange={(next) => setUrl(next, 'replace')}
        rows={rows}
        shown={listed.rows.length}
        isSearching={finds.isAsked && finds.isSearching}
        sort={sort}
        onSort={onSort}
      />
      <div className="listing-body">
        {listed.entries.length === 0 ? (
          <NothingFound
            url={url}
            finds={finds}
            isElsewhere={isElsewhere}
            onChange={(next) => setUrl(next, 'replace')}
            bottom={props.bottomInset ?? 0}
          />
        ) : (
          <ListView
            {...props}
            entries={listed.entries}
            byId={listed.byId}
            zone={zone}
            sort={sort}
            onSort={onSort}
            figures={listed.figures}
            snippets={finds.snippets}
            query={url.q ?? ''}
            outside={finds.outside}
            onToggle={toggle}
            onVisible={onVisible}
          />
        )}
      </div>
    </div>
  );
}
