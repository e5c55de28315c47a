// The layout for React: laid again only when ids, parents or days change, never for a state.
'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DropRow } from '#lib/domain/drop.ts';
import { createDayReader } from './day.ts';
import { type FieldLayout, type LayoutMemory, layout } from './layout.ts';

interface Laid {
  readonly rows: readonly DropRow[];
  readonly zone: string;
  readonly layout: FieldLayout;
}

export function useLayout(rows: readonly DropRow[], zone: string): FieldLayout {
  const memory = useRef<LayoutMemory>(new Map());
  const last = useRef<Laid | null>(null);
  return useMemo(() => {
    const known = last.current;
    if (known !== null && known.zone === zone && isSameShape(known.rows, rows)) return known.layout;
    const laid = layout(rows, zone, memory.current);
    last.current = { rows, zone, layout: laid };
    return laid;
  }, [rows, zone]);
}

function isSameShape(before: readonly DropRow[], after: readonly DropRow[]): boolean {
  if (before.length !== after.length) return false;
  return after.every((row, index) => {
    const old = before[index];
    return (
      old === row ||
      (old !== undefined &&
        old.prompt_id === row.prompt_id &&
        old.parent_id === row.parent_id &&
        old.created_at === row.created_at &&
        old.label === row.label)
    );
  });
}

/** The viewer's zone as the browser knows it. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Today's local day, YYYY-MM-DD; changes at midnight without a reload. */
export function useToday(zone: string): string {
  const [today, setToday] = useState(() => dayNow(zone));
  useEffect(() => {
    const update = () => setToday(dayNow(zone));
    update();
    const timer = setInterval(update, 60_000);
    return () => clearInterval(timer);
  }, [zone]);
  return today;
}

function dayNow(zone: string): string {
  return createDayReader(zone)(new Date().toISOString());
}
