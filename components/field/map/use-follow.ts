// The map follows: a selection made elsewhere comes into sight, and so does a new thread where its day was in sight already.
'use client';
import { useEffect, useRef } from 'react';
import type { Stage } from '#components/field/map/window/stage.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export function useFollow(
  stage: Stage | null,
  rows: readonly FieldDrop[],
  selectedId: string | null,
  hasFocus: boolean,
): void {
  const last = useRef<{ readonly ids: ReadonlySet<string>; readonly newest: string | null } | null>(null);
  useEffect(() => {
    if (stage !== null && selectedId !== null && !stage.shows(selectedId)) stage.glideToDrop(selectedId);
  }, [stage, selectedId]);
  useEffect(() => {
    const before = last.current;
    const ids = new Set(rows.map((row) => row.prompt_id));
    const newest = newestOf(rows);
    last.current = { ids, newest };
    if (stage === null || before === null || newest === null || newest === before.newest || hasFocus) return;
    if (before.newest === null) stage.jumpTo(null);
    else if (!before.ids.has(newest) && stage.shows(before.newest) && !stage.shows(newest)) stage.glideToDrop(newest);
  }, [stage, rows, hasFocus]);
}

// Roots alone: a reply somewhere in an old day must not pull the map away from what is being read.
function newestOf(rows: readonly FieldDrop[]): string | null {
  let newest: FieldDrop | null = null;
  for (const row of rows) {
    if (row.parent_id === null && (newest === null || row.created_at > newest.created_at)) newest = row;
  }
  return newest?.prompt_id ?? null;
}
