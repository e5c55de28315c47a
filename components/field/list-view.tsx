// The list of the field, a peer of the map: the same drops and commands as rows of a tree by day, only those in sight rendered.
'use client';
import './list.css';
import './list/row.css';
import './list/narrow.css';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { DayRow } from '#components/field/list/day-row.tsx';
import { onListKey } from '#components/field/list/keys/obey-list.ts';
import { columnCount, Heading } from '#components/field/list/list-heading.tsx';
import { ListRow } from '#components/field/list/list-row.tsx';
import type { DropEntry, ListEntry } from '#components/field/list/order/list-entries.ts';
import type { FiguresById, ListSort, SortColumn } from '#components/field/list/order/list-sort.ts';
import type { RowCalls } from '#components/field/list/row-actions.tsx';
import { bestSnippet } from '#components/field/list/snippet-line.tsx';
import { useIsNarrow, useLines, useMinute } from '#components/field/list/use-lines.ts';
import { usePicking } from '#components/field/list/use-picking.ts';
import { MapMenu, type OpenMenu } from '#components/field/map/menu/map-menu.tsx';
import { movingCap } from '#components/field/map/seats/choose-drops.ts';
import { useManyActions } from '#components/ui/many/use-many-actions.ts';
import type { Snippet } from '#lib/domain/prompts/search.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { DropPaints } from './drop.tsx';
import { isMovingLook, lookOf } from './drop-view.ts';
import type { FieldProps } from './field-props.ts';
import { belowWords } from './list/list-words.ts';
import { SelectionBar } from './several/selection-bar.tsx';

/** What the list shows, made ready by its owner: which lines in which order, and what is known about them. */
export interface ListViewProps extends Omit<FieldProps, 'rows' | 'starters'> {
  readonly entries: readonly ListEntry[];
  /** Every row of an entry, those closed up in it included. */
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly zone: string;
  readonly sort: ListSort;
  readonly onSort: (by: SortColumn) => void;
  readonly figures: FiguresById;
  readonly snippets: ReadonlyMap<string, readonly Snippet[]>;
  readonly query: string;
  /** Prompts of the list that the field does not hold. */
  readonly outside: ReadonlySet<string>;
  /** Opens or closes what hangs on a line. */
  readonly onToggle: (key: string) => void;
  /** The prompts in sight, after they have changed; `isAtEnd` when the last line is among them. */
  readonly onVisible: (promptIds: readonly string[], isAtEnd: boolean) => void;
}

export function ListView(props: ListViewProps) {
  const { entries, byId, selectedId, zone, bottomInset = 0, onVisible } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(scroller, props.compact ?? false);
  const virtual = useLines({ entries, scroller, isNarrow, bottomInset, hasSnippet: useHasSnippet(props.snippets) });
  const minute = useMinute();
  const many = useManyActions();
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const places = useMemo(() => new Map(entries.map((entry, index) => [entry.key, index])), [entries]);
  const tabStop = [focusedKey, selectedId, firstDrop(entries)].find((key) => key !== null && places.has(key)) ?? null;
  const moving = useMemo(() => firstMoving(entries, byId), [entries, byId]);
  const picking = usePicking(entries, byId);
  const menuRow = menu === null ? undefined : byId.get(menu.id);

  const goTo = (key: string | null): void => {
    const index = key === null ? undefined : places.get(key);
    if (key === null || index === undefined) return;
    setFocusedKey(key);
    virtual.scrollToIndex(index, { align: 'auto' });
    // The line may be rendered only after the scroll.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, key)));
  };
  const openMenu = (id: string, at: OpenMenu['at'] | null, isChoosingModel = false) =>
    setMenu({ id, at: at ?? placeUnder(scroller.current, id), isChoosingModel });
  const calls = useLasting<RowCalls>({
    onPress: (id, event) => press(id, event, { props, picking, setFocusedKey }),
    onOpen: props.onOpen,
    onCancel: props.onCancel,
    onRetry: (id) => props.onRetry(id),
    onRestore: (id) => many.restore([id]),
    onMark: (id, isRange) => (isRange ? picking.range(id) : picking.toggle(id)),
    onToggle: props.onToggle,
    onMenu: openMenu,
  });
  const items = virtual.getVirtualItems();
  useVisible(items, entries, onVisible);

  return (
    <div className="list" data-narrow={isNarrow ? '' : undefined} data-picking={picking.ids.size > 0 ? '' : undefined}>
      <DropPaints />
      <div
        ref={scroller}
        className="list-scroller"
        role="treegrid"
        tabIndex={-1}
        aria-label={`Prompts, ${byId.size.toLocaleString('en')}`}
        aria-rowcount={entries.length + 1}
        aria-colcount={columnCount}
        aria-multiselectable
        onKeyDown={(event: KeyboardEvent) =>
          onListKey(event, {
            props,
            entries,
            places,
            current: tabStop,
            pageSize: Math.max(1, items.length - 12),
            picking,
            goTo,
            openMenu,
          })
        }
      >
        <Heading
          sort={props.sort}
          onSort={props.onSort}
          isAllMarked={picking.isAll}
          isAnyMarked={picking.ids.size > 0}
          onMarkAll={() => (picking.isAll ? picking.clear() : picking.all())}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot stand in a table body. */}
        <div role="rowgroup" className="list-lines" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            const style = { transform: `translateY(${start}px)`, height: size };
            if (entry.kind === 'day') {
              const isStuck = index === virtual.stuck;
              const day = isStuck ? ({ height: size, position: 'sticky', top: virtual.stickAt } as const) : style;
              return (
                <DayRow
                  key={entry.key}
                  entry={entry}
                  byId={byId}
                  rowIndex={index + 2}
                  style={day}
                  isTabStop={entry.key === tabStop}
                  onToggle={calls.onToggle}
                  onRetryAll={many.retry}
                />
              );
            }
            const row = byId.get(entry.key);
            if (row === undefined) return null;
            const isOutside = props.outside.has(entry.key);
            return (
              <ListRow
                key={entry.key}
                entry={entry}
                row={row}
                belowWords={entry.below.length > 0 && !entry.isOpen ? belowWords(rowsOf(entry, byId)) : ''}
                figures={props.figures.get(entry.key)}
                snippet={bestSnippet(props.snippets.get(entry.key))}
                query={props.query}
                isOutside={isOutside}
                zone={zone}
                minute={minute}
                isSelected={entry.key === selectedId}
                isMarked={picking.ids.has(entry.key)}
                isTabStop={entry.key === tabStop}
                isStill={!moving.has(entry.key)}
                rowIndex={index + 2}
                style={style}
                calls={calls}
              />
            );
          })}
        </div>
      </div>
      <SelectionBar ids={picking.ids} byId={byId} bottom={bottomInset} many={many} onClear={picking.clear} />
      {menu !== null && menuRow !== undefined && (
        <MapMenu
          menu={menu}
          row={menuRow}
          marks={picking}
          props={props}
          isReadOnly={props.outside.has(menu.id)}
          onClose={() => {
            setMenu(null);
            requestAnimationFrame(
              () => document.activeElement === document.body && focusRow(scroller.current, menu.id),
            );
          }}
        />
      )}
    </div>
  );
}

interface Press {
  readonly props: ListViewProps;
  readonly picking: ReturnType<typeof usePicking>;
  readonly setFocusedKey: (key: string) => void;
}

function press(id: string, event: MouseEvent, { props, picking, setFocusedKey }: Press): void {
  setFocusedKey(id);
  if (event.shiftKey) picking.range(id);
  else if (event.ctrlKey || event.metaKey) picking.toggle(id);
  else {
    picking.from(id);
    props.onSelect(id);
  }
}

function rowsOf({ below }: DropEntry, byId: ReadonlyMap<string, FieldDrop>): FieldDrop[] {
  return below.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

function firstDrop(entries: readonly ListEntry[]): string | null {
  return entries.find((entry) => entry.kind === 'drop')?.key ?? null;
}

function firstMoving(entries: readonly ListEntry[], byId: ReadonlyMap<string, FieldDrop>): ReadonlySet<string> {
  const moving = new Set<string>();
  for (const { kind, key } of entries) {
    const row = kind === 'drop' ? byId.get(key) : undefined;
    if (row !== undefined && isMovingLook(lookOf(row))) moving.add(key);
    if (moving.size === movingCap) break;
  }
  return moving;
}

/** The same function objects for every render, so that a line renders only for what changed in it. */
function useLasting<Calls extends object>(calls: Calls): Calls {
  const latest = useRef(calls);
  latest.current = calls;
  return useMemo(() => new Proxy(latest.current, { get: (_, name) => Reflect.get(latest.current, name) }), []);
}

function useHasSnippet(snippets: ReadonlyMap<string, readonly Snippet[]>): (id: string) => boolean {
  return useMemo(() => (id) => bestSnippet(snippets.get(id)) !== undefined, [snippets]);
}

function useVisible(
  items: readonly { readonly index: number }[],
  entries: readonly ListEntry[],
  onVisible: ListViewProps['onVisible'],
): void {
  const shown = items.flatMap(({ index }) => (entries[index]?.kind === 'drop' ? [entries[index].key] : []));
  const isAtEnd = (items.at(-1)?.index ?? 0) >= entries.length - 1;
  const key = `${isAtEnd} ${shown.join(' ')}`;
  const latest = useRef({ shown, isAtEnd });
  latest.current = { shown, isAtEnd };
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when what is in sight changes, which is what the key says.
  useEffect(() => onVisible(latest.current.shown, latest.current.isAtEnd), [key, onVisible]);
}

function focusRow(list: HTMLElement | null, key: string): void {
  list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

function placeUnder(list: HTMLElement | null, id: string): OpenMenu['at'] {
  const box = list?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  return box === undefined ? { x: innerWidth / 2, y: innerHeight / 2 } : { x: box.left + 60, y: box.bottom - 6 };
}
