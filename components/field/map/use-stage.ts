// The stage for React: made with the canvas, told of every scene, asked which drops have to be elements.
'use client';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Position } from '#components/field/layout/layout.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import { watchPalette } from '#components/field/map/paint/palette.ts';
import { attachGestures } from '#components/field/map/window/gestures.ts';
import { keepView, readView } from '#components/field/map/window/saved-view.ts';
import { Stage } from '#components/field/map/window/stage.ts';
import {
  bodyReach,
  isInSight,
  type Pane,
  toWorld,
  type Viewport,
  visibleRect,
} from '#components/field/map/window/viewport.ts';
import { zoomLevelOf } from '#components/field/map/window/zoom-level.ts';
import { type Choice, chooseDrops } from './seats/choose-drops.ts';

export interface StageInput {
  readonly scene: Scene;
  readonly bottomInset: number;
  readonly rightInset: number;
  readonly focusedId: string | null;
  readonly hoveredId: string | null;
  /** The find that is shown as one of many. */
  readonly steppedTo: string | null;
  readonly isPicking: boolean;
  readonly onPick: (id: string | null, isAdding: boolean) => void;
  readonly onMarquee: (ids: readonly string[]) => void;
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly onOpen: (id: string) => void;
  readonly onHover: (id: string | null) => void;
}

/** A choice with the window it was made for: words depend on the scale, their side on the place. */
export interface StageChoice extends Choice {
  readonly scale: number;
  readonly leftwardFrom: number;
  /** Strata on screen or near it: those whose labels have to be there. */
  readonly days: readonly number[];
  /** How many finds are not in sight. */
  readonly unseen: number;
}

const none: StageChoice = { ids: [], moving: new Set(), scale: 1, leftwardFrom: 0, days: [], unseen: 0 };

export function useStage(input: StageInput) {
  const pane = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [moves, setMoves] = useState(0);
  const chosen = useRef(none);
  // Listeners live as long as the stage; they read what is current through this.
  const current = useRef(input);
  current.current = input;

  useEffect(() => {
    if (pane.current === null || canvas.current === null || overlay.current === null) return;
    const made = new Stage(canvas.current, overlay.current, {
      onChoose: () => {
        if (kept(chosen.current, choose(made, current.current)) !== chosen.current) setMoves((count) => count + 1);
      },
      onRest: keepView,
    });
    const detach = attachGestures(pane.current, made, {
      onPick: (id, isAdding) => current.current.onPick(id, isAdding),
      onMarquee: (ids) => current.current.onMarquee(ids),
      onMenu: (id, at) => current.current.onMenu(id, at),
      isMarking: () => current.current.isPicking,
      onOpen: (id) => current.current.onOpen(id),
      onHover: (id) => {
        if (id !== current.current.hoveredId) current.current.onHover(id);
      },
    });
    const unwatch = watchPalette(() => made.repaint());
    setStage(made);
    return () => {
      detach();
      unwatch();
      made.close();
    };
  }, []);

  usePaneSize(stage, pane, input);
  useScene(stage, input);

  // With the render that a new scene causes anyway, and after a move of the window: one commit for each.
  const { scene, focusedId, hoveredId, steppedTo } = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move of the window is a reason that only `moves` tells.
  const choice = useMemo(() => {
    if (stage !== null && stage.pane.width > 0) {
      chosen.current = kept(chosen.current, choose(stage, { scene, focusedId, hoveredId, steppedTo }));
    }
    return chosen.current;
  }, [stage, moves, scene, focusedId, hoveredId, steppedTo]);

  const refs = useMemo(() => ({ pane, canvas, overlay }), []);
  return { refs, stage, choice };
}

function useScene(stage: Stage | null, { scene, focusedId }: StageInput): void {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    if (stage === null) return;
    stage.setScene(scene, focusedId ?? scene.selectedId);
    if (isShown.current || scene.layout.positions.size === 0 || stage.pane.width === 0) return;
    isShown.current = true;
    stage.jumpTo(readView());
  }, [stage, scene, focusedId]);
}

function usePaneSize(stage: Stage | null, pane: { readonly current: HTMLElement | null }, input: StageInput): void {
  const { bottomInset: bottom, rightInset: right } = input;
  useLayoutEffect(() => {
    const element = pane.current;
    if (stage === null || element === null) return;
    const measure = () => stage.resize({ width: element.clientWidth, height: element.clientHeight, bottom, right });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, pane, bottom, right]);
}

type Looks = Pick<StageInput, 'scene' | 'focusedId' | 'hoveredId' | 'steppedTo'>;

function choose(stage: Stage, { scene, focusedId, hoveredId, steppedTo }: Looks): StageChoice {
  const { view, pane } = stage;
  const choice = chooseDrops({
    visible: withHeld(stage.visible(scene), scene, [focusedId, scene.selectedId, steppedTo]),
    level: zoomLevelOf(view.scale),
    lookOf: scene.lookOf,
    focusedId,
    selectedId: scene.selectedId,
    hoveredId,
    found: scene.found,
    centre: stage.centre(),
  });
  const days = daysNear(scene, view, pane);
  const leftwardFrom = toWorld(view, pane.width - pane.right - plateReach, 0).x;
  return { ...choice, scale: view.scale, leftwardFrom, days, unseen: countUnseen(scene, view, pane) };
}

/** Screen pixels that a plate takes to the right of its drop. */
const plateReach = 330;

function countUnseen({ found, layout }: Scene, view: Viewport, pane: Pane): number {
  let count = 0;
  for (const id of found ?? []) {
    const at = layout.positions.get(id);
    if (at !== undefined && !isInSight(view, at.x, at.y, pane, bodyReach)) count++;
  }
  return count;
}

function daysNear({ layout }: Scene, view: Viewport, pane: Pane): number[] {
  const area = visibleRect(view, pane, pane.height);
  const near: number[] = [];
  layout.strata.forEach((stratum, index) => {
    if (stratum.y <= area.bottom && stratum.y + stratum.height >= area.top) near.push(index);
  });
  return near;
}

// The focused drop is an element wherever it lies: a focus that leaves the document is lost.
function withHeld(visible: readonly Position[], scene: Scene, ids: readonly (string | null)[]): Position[] {
  const all = new Set(visible);
  for (const id of ids) {
    const position = id === null ? undefined : scene.layout.positions.get(id);
    if (position !== undefined) all.add(position);
  }
  return [...all];
}

function kept(known: StageChoice, next: StageChoice): StageChoice {
  const isSame =
    known.scale === next.scale &&
    known.unseen === next.unseen &&
    Math.abs(known.leftwardFrom - next.leftwardFrom) * next.scale < 40 &&
    known.ids.length === next.ids.length &&
    known.ids.every((id, index) => id === next.ids[index]) &&
    known.days.join() === next.days.join() &&
    known.moving.size === next.moving.size &&
    [...known.moving].every((id) => next.moving.has(id));
  return isSame ? known : next;
}
