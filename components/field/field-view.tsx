// The map of the field: one canvas, at most 150 real drops over it, and the keys, menus and buttons that lead through it.
'use client';
import './map.css';
import { useMemo, useState } from 'react';
import { kinshipOf } from '#components/field/layout/neighbours.ts';
import { browserZone, useLayout, useToday } from '#components/field/layout/use-layout.ts';
import { DayLabels } from '#components/field/map/days/day-labels.tsx';
import { useGhosts } from '#components/field/map/ghosts.ts';
import { MapControls } from '#components/field/map/map-controls.tsx';
import { MapEmpty } from '#components/field/map/map-empty.tsx';
import { MapMenu, menuPlaceOf, type OpenMenu } from '#components/field/map/menu/map-menu.tsx';
import { isDrop, onMapKey, onMapKeyUp } from '#components/field/map/obey.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import { Seats } from '#components/field/map/seats/seats.tsx';
import { useCalls } from '#components/field/map/seats/use-calls.ts';
import { SelectionBar } from '#components/field/map/several/selection-bar.tsx';
import { useMarks } from '#components/field/map/several/use-marks.ts';
import { useFollow } from '#components/field/map/use-follow.ts';
import { useStage } from '#components/field/map/use-stage.ts';
import { fieldFrom } from '#components/field/map/window/zoom-level.ts';
import { useManyActions } from '#components/ui/many/use-many-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { DropPaints } from './drop.tsx';
import { lookOf } from './drop-view.ts';
import type { FieldProps } from './field-props.ts';

/** Shows all rows as threads in strata of days. Selecting, opening, stopping and retrying are the owner's to do. */
export function FieldView(props: FieldProps) {
  const { selectedId, compact = false, bottomInset = 0 } = props;
  const zone = props.timeZone ?? browserZone();
  const today = useToday(zone);
  const [hasGhosts, toggleGhosts] = useGhosts();
  const rows = useMemo(
    () => (hasGhosts ? props.rows : props.rows.filter(({ state }) => state !== 'superseded')),
    [props.rows, hasGhosts],
  );
  const layout = useLayout(rows, zone);
  const byId = useMemo(() => new Map(rows.map((row) => [row.prompt_id, row])), [rows]);
  // A state changes no kin: the layout is new whenever ids, parents, times or labels are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; all of it for every event would cost the frame.
  const kinship = useMemo(() => kinshipOf(layout, byId), [layout]);
  const wasReplaced = useMemo(() => rows.some(({ supersedes }) => supersedes !== null), [rows]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const marks = useMarks(byId);
  const many = useManyActions();

  const scene = useMemo(() => {
    const path = new Set(kinship.pathTo(selectedId !== null && byId.has(selectedId) ? selectedId : null));
    const marked = marks.ids;
    return { layout, byId, lookOf: lookReader(byId), selectedId, path, today, marked, hasGhosts } satisfies Scene;
  }, [layout, byId, kinship, selectedId, today, marks.ids, hasGhosts]);
  const tabStopId = tabStop(layout.positions, focusedId, selectedId) ?? kinship.step(null, 'last');
  const openMenu = (id: string, at: OpenMenu['at']) => setMenu({ id, at, isChoosingModel: false });
  const pick = (id: string | null, isAdding: boolean) => {
    if (id !== null && (isAdding || marks.isPicking)) marks.toggle(id);
    else if (id !== null || !marks.isPicking) props.onSelect(id);
  };
  const { refs, stage, choice } = useStage({
    scene,
    bottomInset,
    focusedId: tabStopId,
    hoveredId,
    isPicking: marks.isPicking,
    onPick: pick,
    onMarquee: marks.add,
    onMenu: openMenu,
    onOpen: props.onOpen,
    onHover: setHoveredId,
  });
  useFollow(stage, rows, selectedId, hasFocus);
  const calls = useCalls({
    onClick: pick,
    onOpen: props.onOpen,
    onFocus: setFocusedId,
    onRetry: (id) => void props.onRetry(id),
    onRetryAll: many.retry,
    onMenu: openMenu,
  });
  const goTo = (id: string | null) => {
    if (id === null) return;
    setFocusedId(id);
    stage?.glideToDrop(id);
  };
  const menuRow = menu === null ? undefined : byId.get(menu.id);
  const input = { props, rows, byId, kinship, stage, marks, currentId: tabStopId, goTo };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's; this is one composite with a roving focus.
    <div
      ref={refs.pane}
      className="map"
      data-compact={compact ? '' : undefined}
      data-picking={marks.isPicking ? '' : undefined}
      role="group"
      aria-label={`Field map, ${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'prompt' : 'prompts'}; press L for the list`}
      onKeyDown={(event) =>
        onMapKey(event, {
          ...input,
          openMenu: (id, isChoosingModel) => setMenu({ id, at: menuPlaceOf(id), isChoosingModel }),
        })
      }
      onKeyUp={onMapKeyUp}
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
            calls={calls}
          />
        )}
      </div>
      {stage !== null && (
        <DayLabels
          stage={stage}
          scene={scene}
          strata={choice.days}
          isAfar={choice.scale < fieldFrom}
          onRetryAll={calls.onRetryAll}
        />
      )}
      {rows.length === 0 ? (
        <MapEmpty starters={props.starters} bottom={bottomInset} />
      ) : (
        <MapControls
          stage={stage}
          bottom={bottomInset}
          isPicking={marks.isPicking}
          onPicking={marks.togglePicking}
          ghosts={wasReplaced ? { isOn: hasGhosts, toggle: toggleGhosts } : null}
        />
      )}
      <SelectionBar marks={marks} byId={byId} bottom={bottomInset} onRetry={calls.onRetryAll} onStop={many.stop} />
      {menu !== null && menuRow !== undefined && (
        <MapMenu menu={menu} row={menuRow} marks={marks} props={props} onClose={() => setMenu(null)} />
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
