// The map of the field: one canvas, at most 150 real drops over it, and the keys and buttons that lead through it.
'use client';
import './map.css';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { kinshipOf, nextThatNeedsMe } from '#components/field/layout/neighbours.ts';
import { browserZone, useLayout, useToday } from '#components/field/layout/use-layout.ts';
import { commandOf, type MapCommand } from '#components/field/map/keys.ts';
import { MapControls } from '#components/field/map/map-controls.tsx';
import { MapEmpty } from '#components/field/map/map-empty.tsx';
import type { Scene } from '#components/field/map/paint/draw.ts';
import { Seats } from '#components/field/map/seats.tsx';
import { useStage } from '#components/field/map/use-stage.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { DropPaints } from './drop.tsx';
import { lookOf } from './drop-view.ts';
import type { FieldProps } from './field-props.ts';

/** Shows all rows as threads in strata of days. Selecting, opening, stopping and retrying are the owner's to do. */
export function FieldView(props: FieldProps) {
  const { rows, selectedId, onSelect, onOpen, compact = false, bottomInset = 0 } = props;
  const zone = props.timeZone ?? browserZone();
  const today = useToday(zone);
  const layout = useLayout(rows, zone);
  const byId = useMemo(() => new Map(rows.map((row) => [row.prompt_id, row])), [rows]);
  const kinship = useMemo(() => kinshipOf(layout, byId), [layout, byId]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [hasFocus, setHasFocus] = useState(false);

  const scene = useMemo(() => {
    const path = new Set(kinship.pathTo(selectedId !== null && byId.has(selectedId) ? selectedId : null));
    return { layout, byId, lookOf: lookReader(byId), selectedId, path, today } satisfies Scene;
  }, [layout, byId, kinship, selectedId, today]);
  const tabStopId = tabStop(layout.positions, focusedId, selectedId) ?? kinship.step(null, 'last');
  const { refs, stage, choice } = useStage({
    scene,
    bottomInset,
    focusedId: tabStopId,
    hoveredId,
    onSelect,
    onOpen,
    onHover: setHoveredId,
  });
  useFollow(stage, rows, selectedId, hasFocus);

  const goTo = (id: string | null) => {
    if (id === null) return;
    setFocusedId(id);
    stage?.glideToDrop(id);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping(event.target)) return;
    const command = commandOf(event);
    // A focused chip or button of the toolbar keeps its own Enter.
    if (command === null || (command.does === 'open' && !isDrop(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    obey(command);
  }

  function obey(command: MapCommand): void {
    switch (command.does) {
      case 'step':
        goTo(kinship.step(tabStopId, command.direction));
        break;
      case 'needs-me':
        goTo(nextThatNeedsMe(rows, tabStopId, command.by));
        break;
      case 'zoom':
        stage?.glideBy(command.factor);
        break;
      case 'fit':
        stage?.glideToFit();
        break;
      case 'home':
        stage?.glideHome();
        break;
      default:
        if (tabStopId !== null) act(command.does, tabStopId);
    }
  }

  function act(does: 'open' | 'retry' | 'cancel', id: string): void {
    const look = scene.lookOf(id);
    const row = byId.get(id);
    if (does === 'open') onOpen(id);
    else if (does === 'retry' && (look === 'failed' || look === 'unsent')) props.onRetry(id);
    else if (does === 'cancel' && (row?.state === 'queued' || row?.state === 'running')) props.onCancel(id);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's; this is one composite with a roving focus.
    <div
      ref={refs.pane}
      className="map"
      data-compact={compact ? '' : undefined}
      role="group"
      aria-label={`Field map, ${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'prompt' : 'prompts'}; press L for the list`}
      onKeyDown={onKeyDown}
      onFocus={(event) => setHasFocus(isDrop(event.target))}
      onBlur={() => setHasFocus(false)}
    >
      <DropPaints />
      <canvas ref={refs.canvas} className="map-canvas" />
      <div ref={refs.overlay} className="map-overlay">
        {stage !== null && (
          <Seats
            stage={stage}
            choice={choice}
            scene={scene}
            kinship={kinship}
            focusedId={hasFocus ? tabStopId : null}
            tabStopId={tabStopId}
            hoveredId={hoveredId}
            onClick={onSelect}
            onOpen={onOpen}
            onFocus={setFocusedId}
            onRetry={props.onRetry}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <MapEmpty starters={props.starters} bottom={bottomInset} />
      ) : (
        <MapControls stage={stage} bottom={bottomInset} />
      )}
    </div>
  );
}

function lookReader(byId: ReadonlyMap<string, FieldDrop>) {
  return (id: string) => {
    const row = byId.get(id);
    return row === undefined ? 'superseded' : lookOf(row);
  };
}

/** The one drop that Tab reaches: the focused one, else the selected one. */
function tabStop(
  positions: ReadonlyMap<string, unknown>,
  focusedId: string | null,
  selectedId: string | null,
): string | null {
  if (focusedId !== null && positions.has(focusedId)) return focusedId;
  return selectedId !== null && positions.has(selectedId) ? selectedId : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function isDrop(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.drop') !== null;
}

type StageOrNone = ReturnType<typeof useStage>['stage'];

/** A selection made elsewhere comes into sight, and so does a new thread where its day was in sight already. */
function useFollow(stage: StageOrNone, rows: readonly FieldDrop[], selectedId: string | null, hasFocus: boolean): void {
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
