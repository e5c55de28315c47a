// The map of the field: one canvas, at most 150 real drops over it, and the keys, menus and buttons that lead through it.
'use client';
import './map.css';
import { useMemo, useState } from 'react';
import { FieldEmpty } from '#components/field/empty/field-empty.tsx';
import { DayLabels } from '#components/field/map/days/day-labels.tsx';
import { useFind } from '#components/field/map/find/use-find.ts';
import { MapTools, useMapEdge } from '#components/field/map/map-tools.tsx';
import { MapMenu, menuPlaceOf, type OpenMenu } from '#components/field/map/menu/map-menu.tsx';
import { isDrop, onMapKey, onMapKeyUp } from '#components/field/map/obey.ts';
import { Seats } from '#components/field/map/seats/seats.tsx';
import { useCalls } from '#components/field/map/seats/use-calls.ts';
import { useFollow } from '#components/field/map/use-follow.ts';
import { useKept } from '#components/field/map/use-kept.ts';
import { useScene, useWithMarks } from '#components/field/map/use-scene.ts';
import { useStage } from '#components/field/map/use-stage.ts';
import { fieldFrom } from '#components/field/map/window/zoom-level.ts';
import { useMarks } from '#components/field/several/use-marks.ts';
import { useManyActions } from '#components/ui/many/use-many-actions.ts';
import { DropPaints } from './drop.tsx';
import type { FieldProps } from './field-props.ts';

/** Shows all rows as threads in strata of days. Selecting, opening, stopping and retrying are the owner's to do. */
export function FieldView(props: FieldProps) {
  const { selectedId, compact = false, bottomInset = 0 } = props;
  const [hasGhosts, toggleGhosts] = useKept('asterion.replaced', false);
  const { rows, byId, kinship, scene: unmarked } = useScene(props, hasGhosts);
  const wasReplaced = useMemo(() => rows.some(({ supersedes }) => supersedes !== null), [rows]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [steppedTo, setSteppedTo] = useState<string | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const marks = useMarks(byId);
  const scene = useWithMarks(unmarked, marks.ids);
  const many = useManyActions();
  const { overview, rightInset } = useMapEdge(rows.length, compact);

  const tabStopId = tabStop(scene.layout.positions, focusedId, selectedId) ?? kinship.step(null, 'last');
  const openMenu = (id: string, at: OpenMenu['at']) => setMenu({ id, at, isChoosingModel: false });
  const pick = (id: string | null, isAdding: boolean) => {
    if (id !== null && (isAdding || marks.isPicking)) marks.toggle(id);
    else if (id !== null || !marks.isPicking) props.onSelect(id);
  };
  const { refs, stage, choice } = useStage({
    scene,
    bottomInset,
    rightInset,
    focusedId: tabStopId,
    hoveredId,
    steppedTo,
    isPicking: marks.isPicking,
    onPick: pick,
    onMarquee: marks.add,
    onMenu: openMenu,
    onOpen: props.onOpen,
    onHover: setHoveredId,
  });
  useFollow(stage, rows, selectedId, hasFocus);
  const find = useFind({ stage, rows, finding: props.finding ?? null, steppedTo, onStep: setSteppedTo });
  const calls = useCalls({
    onClick: pick,
    onOpen: props.onOpen,
    onFocus: setFocusedId,
    onRetry: (id) => void props.onRetry(id),
    onRetryAll: many.retry,
    onContinue: props.onContinue ?? props.onSelect,
    onMenu: openMenu,
  });
  const goTo = (id: string | null) => {
    if (id === null) return;
    setFocusedId(id);
    stage?.glideToDrop(id);
  };
  const menuRow = menu === null ? undefined : byId.get(menu.id);
  const input = { props, rows, byId, kinship, stage, marks, currentId: tabStopId, goTo };
  const ghosts = wasReplaced ? { isOn: hasGhosts, toggle: toggleGhosts } : null;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's; this is one composite with a roving focus.
    <div
      ref={refs.pane}
      className="map"
      data-compact={compact ? '' : undefined}
      data-finding={scene.found === null ? undefined : ''}
      data-picking={marks.isPicking ? '' : undefined}
      role="group"
      aria-label={nameOf(rows.length)}
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
            steppedTo={steppedTo}
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
        <FieldEmpty starters={props.starters} bottom={bottomInset} />
      ) : (
        <MapTools {...{ props, stage, scene, choice, byId, marks, find, overview, ghosts }} />
      )}
      {menu !== null && menuRow !== undefined && (
        <MapMenu menu={menu} row={menuRow} marks={marks} props={props} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}

function nameOf(count: number): string {
  const prompts = count === 1 ? '1 prompt' : `${count.toLocaleString('en')} prompts`;
  return `Field map, ${prompts}; press L for the list`;
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
