// Which lines of the list are rendered and where: those in sight, with the day of the topmost one kept above them.
'use client';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ListEntry } from './order/list-entries.ts';

const dayHeight = 38;
const rowHeight = 46;
const narrowRowHeight = 64;
const snippetHeight = 20;
const headingHeight = 34;
const narrowBelow = 620;

export interface LinesInput {
  readonly entries: readonly ListEntry[];
  readonly scroller: { readonly current: HTMLElement | null };
  readonly isNarrow: boolean;
  readonly bottomInset: number;
  readonly hasSnippet: (id: string) => boolean;
}

/** The virtual lines; `stuck` is the index of the day kept in sight, -1 for none, `stickAt` where. */
export function useLines({ entries, scroller, isNarrow, bottomInset, hasSnippet }: LinesInput) {
  const days = useMemo(() => entries.flatMap((entry, index) => (entry.kind === 'day' ? [index] : [])), [entries]);
  const stuck = useRef(-1);
  const heading = isNarrow ? 0 : headingHeight;
  const heightOf = (index: number) => {
    const entry = entries[index];
    if (entry?.kind === 'day') return dayHeight;
    const more = entry !== undefined && hasSnippet(entry.key) ? snippetHeight : 0;
    return (isNarrow ? narrowRowHeight : rowHeight) + more;
  };
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
    scrollPaddingStart: heading + (days.length > 0 ? dayHeight : 0),
    scrollPaddingEnd: bottomInset + 8,
    paddingEnd: bottomInset + 24,
    rangeExtractor: (range: Range) => {
      stuck.current = days.findLast((index) => index <= range.startIndex) ?? days[0] ?? -1;
      const shown = defaultRangeExtractor(range);
      return stuck.current < 0 ? shown : [...new Set([stuck.current, ...shown])].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines change their height with the pane's width and what was found.
  useLayoutEffect(() => virtual.measure(), [virtual, isNarrow, entries, hasSnippet]);
  return Object.assign(virtual, { stuck: stuck.current, stickAt: heading });
}

/** Lines folded to two, where the pane has no room for columns. */
export function useIsNarrow(element: { readonly current: HTMLElement | null }, isCompact: boolean): boolean {
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

/** This machine's clock, in steps that ages are told by. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
