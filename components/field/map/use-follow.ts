// The map follows: a selection made elsewhere comes into sight, and so does a new thread where its day was in sight already.
'use client';
import { useEffect, useRef } from 'react';
import type { Stage } from '#components/field/map/window/stage.ts';
import { wordsReach } from '#components/field/map/window/viewport.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** `rows` in creation order. */
export function useFollow(
  stage: Stage | null,
  rows: readonly FieldDrop[],
  selectedId: string | null,
  hasFocus: boolean,
): void {
  const last = useRef<{ readonly newest: FieldDrop | null } | null>(null);
  useEffect(() => {
    if (stage !== null && selectedId !== null && !stage.shows(selectedId)) stage.glideToDrop(selectedId);
  }, [stage, selectedId]);
  useEffect(() => {
    const before = last.current;
    const newest = newestRoot(rows);
    last.current = { newest };
    if (stage === null || before === null || newest === null || hasFocus) return;
    if (before.newest === null) stage.jumpTo(null);
    else if (newest.prompt_id !== before.newest.prompt_id && newest.created_at >= before.newest.created_at) {
      const isBesideIt = stage.shows(before.newest.prompt_id);
      // With its words: they must not come to lie under the buttons.
      if (isBesideIt && !stage.shows(newest.prompt_id, wordsReach)) stage.glideToDrop(newest.prompt_id, wordsReach);
    }
  }, [stage, rows, hasFocus]);
}

// Roots alone: a reply somewhere in an old day must not pull the map away from what is being read.
function newestRoot(rows: readonly FieldDrop[]): FieldDrop | null {
  return rows.findLast((row) => row.parent_id === null) ?? null;
}
