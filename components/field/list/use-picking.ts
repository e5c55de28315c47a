// Picking several lines of the list: one by one, a range from the last one picked, or all.
'use client';
import { useMemo, useRef } from 'react';
import { type Marks, useMarks } from '#components/field/several/use-marks.ts';
import type { ListEntry } from './order/list-entries.ts';

export interface Picking extends Marks {
  /** Everything between where the last pick was and this line is picked too. */
  readonly range: (key: string) => void;
  /** Where the next range begins. */
  readonly from: (key: string) => void;
  readonly all: () => void;
  readonly isAll: boolean;
}

/** `byId` holds every row of the list: marks of others are forgotten. */
export function usePicking(entries: readonly ListEntry[], byId: ReadonlyMap<string, unknown>): Picking {
  const marks = useMarks(byId);
  const anchor = useRef<string | null>(null);
  const isAll = marks.ids.size > 0 && marks.ids.size === countOf(entries);
  return useMemo(
    () => ({
      ...marks,
      isAll,
      toggle: (key) => {
        anchor.current = key;
        marks.toggle(key);
      },
      from: (key) => {
        anchor.current = key;
      },
      range: (key) => {
        const places = [anchor.current ?? key, key].map((end) => entries.findIndex((entry) => entry.key === end));
        const [low, high] = [Math.min(...places), Math.max(...places)];
        marks.add(low < 0 ? [key] : idsOf(entries.slice(low, high + 1)));
      },
      all: () => marks.add(idsOf(entries)),
    }),
    [marks, isAll, entries],
  );
}

/** The prompts of some lines, with those that closed lines stand for. */
export function idsOf(entries: readonly ListEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'day') return entry.isOpen ? [] : entry.ids;
    return entry.isOpen ? [entry.key] : [entry.key, ...entry.below];
  });
}

function countOf(entries: readonly ListEntry[]): number {
  return new Set(idsOf(entries)).size;
}
