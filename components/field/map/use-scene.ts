// Everything there is to draw, made of the rows: layout, kinship, what is selected, picked and found.
'use client';
import { useMemo } from 'react';
import { lookOf } from '#components/field/drop-view.ts';
import type { FieldProps } from '#components/field/field-props.ts';
import { createGridIndex } from '#components/field/layout/grid-index.ts';
import { type Kinship, kinshipOf } from '#components/field/layout/neighbours.ts';
import { browserZone, useLayout, useToday } from '#components/field/layout/use-layout.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export interface FieldScene {
  /** Those that are drawn, in creation order. */
  readonly rows: readonly FieldDrop[];
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly kinship: Kinship;
  readonly scene: Scene;
}

/** Nothing picked yet, see `withMarks`: which drops can be picked depends on which there are. */
export function useScene(props: FieldProps, hasGhosts: boolean): FieldScene {
  const { selectedId } = props;
  const zone = props.timeZone ?? browserZone();
  const today = useToday(zone);
  const found = props.finding?.ids ?? null;
  const rows = useMemo(
    () => (hasGhosts ? props.rows : props.rows.filter(({ state }) => state !== 'superseded')),
    [props.rows, hasGhosts],
  );
  const layout = useLayout(rows, zone);
  const grid = useMemo(() => createGridIndex(layout.positions.values()), [layout]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.prompt_id, row])), [rows]);
  // A state changes no kin: the layout is new whenever ids, parents, times or labels are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; all of it for every event would cost the frame.
  const kinship = useMemo(() => kinshipOf(layout, byId), [layout]);
  // The same set for the same way: nobody who only asks for it renders for an event elsewhere.
  const path = useMemo(() => {
    const isThere = selectedId !== null && layout.positions.has(selectedId);
    return new Set(kinship.pathTo(isThere ? selectedId : null));
  }, [layout, kinship, selectedId]);
  const scene = useMemo<Scene>(
    () => ({ layout, grid, byId, lookOf: lookReader(byId), selectedId, path, found, today, marked: none, hasGhosts }),
    [layout, grid, byId, path, selectedId, found, today, hasGhosts],
  );
  return { rows, byId, kinship, scene };
}

export function useWithMarks(scene: Scene, marked: ReadonlySet<string>): Scene {
  return useMemo(() => (marked.size === 0 ? scene : { ...scene, marked }), [scene, marked]);
}

const none: ReadonlySet<string> = new Set();

function lookReader(byId: ReadonlyMap<string, FieldDrop>) {
  return (id: string) => {
    const row = byId.get(id);
    return row === undefined ? 'superseded' : lookOf(row);
  };
}
