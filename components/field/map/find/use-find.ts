// Going through what was searched for on the map: which find is shown, and bringing finds into sight.
'use client';
import { useCallback, useEffect, useMemo } from 'react';
import type { Stage } from '#components/field/map/window/stage.ts';
import { bodyReach } from '#components/field/map/window/viewport.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** A search or a filter as the map is told of it. */
export interface Finding {
  /** Changes with what is looked for, not with what is found. */
  readonly key: string;
  readonly ids: ReadonlySet<string>;
  readonly onClear: () => void;
}

export interface Find {
  /** In creation order. */
  readonly ids: readonly string[];
  /** The one that is shown; null before the first step. */
  readonly atId: string | null;
  /** To the next or the one before, around the end; the first step goes to the nearest. */
  readonly step: (by: 1 | -1) => void;
}

/** Letters come faster than the map should move. */
const settleMs = 260;

interface FindInput {
  readonly stage: Stage | null;
  /** In creation order. */
  readonly rows: readonly FieldDrop[];
  readonly finding: Finding | null;
  /** The find that was stepped to last; kept by the owner, whose it is to show it as an element. */
  readonly steppedTo: string | null;
  readonly onStep: (id: string | null) => void;
}

export function useFind({ stage, rows, finding, steppedTo, onStep }: FindInput): Find | null {
  const key = finding?.key ?? null;
  const found = finding?.ids ?? null;
  const ids = useMemo(
    () => (found === null ? [] : rows.filter((row) => found.has(row.prompt_id)).map((row) => row.prompt_id)),
    [rows, found],
  );
  const atId = steppedTo !== null && found?.has(steppedTo) ? steppedTo : null;
  const hasFinds = ids.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins anew
  useEffect(() => onStep(null), [key]);

  // Never a pane in which nothing of it is: but only when something else is looked for, never because of news.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as just said
  useEffect(() => {
    if (stage === null || key === null || !hasFinds) return;
    const timer = setTimeout(() => {
      if (!ids.some((id) => stage.shows(id))) stage.glideToSome(ids);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [stage, key, hasFinds]);

  const step = useCallback(
    (by: 1 | -1) => {
      if (stage === null || key === null || ids.length === 0) return;
      const last = atId === null ? -1 : ids.indexOf(atId);
      const id = last === -1 ? stage.nearestOf(ids) : ids[(last + by + ids.length) % ids.length];
      if (id === null || id === undefined) return;
      onStep(id);
      stage.glideToDrop(id, bodyReach, true);
    },
    [stage, key, ids, atId, onStep],
  );
  return finding === null ? null : { ids, atId, step };
}
