// The list of the field, a peer of the map: the same drops and commands as lines by day, only those in sight rendered.
'use client';
import './list.css';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import { browserZone, useToday } from '#components/field/layout/use-layout.ts';
import { type ListEntry, listEntries } from '#components/field/list/list-entries.ts';
import { DayRow, ListRow } from '#components/field/list/list-row.tsx';
import { commandOf, type MapCommand } from '#components/field/map/keys.ts';
import { MapEmpty } from '#components/field/map/map-empty.tsx';
import { movingCap } from '#components/field/map/seats/choose-drops.ts';
import { mayCancel } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { DropPaints } from './drop.tsx';
import { isMovingLook, lookOf } from './drop-view.ts';
import type { FieldProps } from './field-props.ts';

const dayHeight = 38;
const rowHeight = 46;
const narrowRowHeight = 64;
const narrowBelow = 620;

export function ListView(props: FieldProps) {
  const { rows, selectedId, onSelect, onOpen, bottomInset = 0 } = props;
  const zone = props.timeZone ?? browserZone();
  const today = useToday(zone);
  const entries = useMemo(() => listEntries(rows, zone, today), [rows, zone, today]);
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(scroller, props.compact ?? false);
  const virtual = useLines(entries, scroller, isNarrow, bottomInset);
  const minute = useMinute();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const shown = useMemo(() => new Map(entries.map((entry, index) => [entry.key, index])), [entries]);
  const tabStopId = [focusedId, selectedId, firstDrop(entries)].find((id) => id !== null && shown.has(id)) ?? null;
  const moving = useMemo(() => firstMoving(entries), [entries]);

  function goTo(id: string | null): void {
    const index = id === null ? undefined : shown.get(id);
    if (id === null || index === undefined) return;
    setFocusedId(id);
    virtual.scrollToIndex(index, { align: 'auto' });
    // The line may be rendered only after the scroll.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, id)));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const command = commandOf(event);
    const row = rows.find((candidate) => candidate.prompt_id === tabStopId);
    if (command === null || row === undefined || !isRow(event.target)) return;
    if (!obey(command, row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** False when the list has no use for the command: the key goes on to the page. */
  function obey(command: MapCommand, row: FieldDrop): boolean {
    switch (command.does) {
      case 'step':
        goTo(stepIn(entries, row.prompt_id, command.direction));
        return true;
      case 'needs-me':
        goTo(nextThatNeedsMe(rows, row.prompt_id, command.by));
        return true;
      case 'open':
        onOpen(row.prompt_id);
        return true;
      case 'retry':
        if (isRetryable(row)) props.onRetry(row.prompt_id);
        return true;
      case 'cancel':
        if (mayCancel(row)) props.onCancel(row.prompt_id);
        return true;
      default:
        return false;
    }
  }

  const pick = (id: string) => {
    setFocusedId(id);
    onSelect(id);
  };

  if (rows.length === 0) {
    return (
      <div className="list">
        <MapEmpty starters={props.starters} bottom={bottomInset} />
      </div>
    );
  }
  return (
    <div className="list" data-narrow={isNarrow ? '' : undefined}>
      <DropPaints />
      <div
        ref={scroller}
        className="list-scroller"
        role="treegrid"
        tabIndex={-1}
        aria-label={`Prompts, ${rows.length.toLocaleString('en')}`}
        aria-rowcount={entries.length + 1}
        aria-colcount={6}
        onKeyDown={onKeyDown}
      >
        <Heading />
        {/* biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot stand in a table body. */}
        <div role="rowgroup" className="list-lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            const style = { transform: `translateY(${start}px)`, height: size };
            if (entry.kind === 'day') {
              const isStuck = index === virtual.stuck;
              const day = isStuck ? ({ height: size, position: 'sticky', top: virtual.stickAt } as const) : style;
              return <DayRow key={entry.key} entry={entry} rowIndex={index + 2} style={day} />;
            }
            return (
              <ListRow
                key={entry.key}
                row={entry.row}
                zone={zone}
                minute={minute}
                isSelected={entry.key === selectedId}
                isTabStop={entry.key === tabStopId}
                isStill={!moving.has(entry.key)}
                rowIndex={index + 2}
                style={style}
                onPick={pick}
                onOpen={onOpen}
                onCancel={props.onCancel}
                onRetry={props.onRetry}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Heading() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    <div role="row" tabIndex={-1} className="list-heading" aria-rowindex={1}>
      {(['State', 'Prompt', 'Model', 'Asked', 'Took', ''] as const).map((name) => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span key={name} role="columnheader" tabIndex={-1} className={`list-cell list-${columnOf[name]}`}>
          {name === '' ? <span className="list-hidden">Actions</span> : name}
        </span>
      ))}
    </div>
  );
}

const columnOf = { State: 'state', Prompt: 'prompt', Model: 'model', Asked: 'age', Took: 'duration', '': 'actions' };

const headingHeight = 34;

/** The virtual lines, with the day of the topmost one kept in sight. */
function useLines(
  entries: readonly ListEntry[],
  scroller: { readonly current: HTMLElement | null },
  isNarrow: boolean,
  bottomInset: number,
) {
  const days = useMemo(() => entries.flatMap((entry, index) => (entry.kind === 'day' ? [index] : [])), [entries]);
  const stuck = useRef(0);
  const heading = isNarrow ? 0 : headingHeight;
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (entries[index]?.kind === 'day' ? dayHeight : isNarrow ? narrowRowHeight : rowHeight),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
    scrollPaddingStart: heading + dayHeight,
    scrollPaddingEnd: bottomInset + 8,
    paddingEnd: bottomInset + 24,
    rangeExtractor: (range: Range) => {
      stuck.current = days.findLast((index) => index <= range.startIndex) ?? 0;
      return [...new Set([stuck.current, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines change their height with the pane's width.
  useLayoutEffect(() => virtual.measure(), [virtual, isNarrow]);
  return Object.assign(virtual, { stuck: stuck.current, stickAt: heading });
}

function useIsNarrow(element: { readonly current: HTMLElement | null }, isCompact: boolean): boolean {
  const [isNarrow, setNarrow] = useState(isCompact);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = () => setNarrow(box.clientWidth < narrowBelow);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function firstDrop(entries: readonly ListEntry[]): string | null {
  return entries.find((entry) => entry.kind === 'drop')?.key ?? null;
}

function firstMoving(entries: readonly ListEntry[]): ReadonlySet<string> {
  const moving = entries.filter((entry) => entry.kind === 'drop' && isMovingLook(lookOf(entry.row)));
  return new Set(moving.slice(0, movingCap).map((entry) => entry.key));
}

/** Up is newer, down is older: the order on screen. */
function stepIn(entries: readonly ListEntry[], from: string, direction: string): string | null {
  const ids = entries.filter((entry) => entry.kind === 'drop').map((entry) => entry.key);
  const at = ids.indexOf(from);
  if (direction === 'up') return ids[at - 1] ?? null;
  if (direction === 'down') return ids[at + 1] ?? null;
  if (direction === 'first') return ids[0] ?? null;
  return direction === 'last' ? (ids.at(-1) ?? null) : null;
}

function isRetryable(row: FieldDrop): boolean {
  const look = lookOf(row);
  return look === 'failed' || look === 'unsent';
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.list-row, .list-row .drop');
}

function focusRow(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
