// The whole field on a strip at the map's edge: where things are, where the window is, and the way there by one press.
// A pointer's tool alone: keys have arrows, Home, End and the search, so it is out of their way.
'use client';
import './overview.css';
import { useEffect, useRef } from 'react';
import type { FieldLayout } from '#components/field/layout/layout.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import { readPalette, watchPalette } from '#components/field/map/paint/palette.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import { frameIn, type Sheet, sheetFor, toWorldFrom } from './overview-sheet.ts';
import { paintOverview } from './paint-overview.ts';

/** A smaller field is seen whole without it. */
export const overviewFrom = 150;
/** Screen pixels of the map that it takes at its right, the gaps beside it included. */
export const overviewInset = 96;
/** News are drawn this often, no more; a larger field is dearer to draw. */
const paintEveryMs = 400;
const paintEveryMsADrop = 0.2;

interface OverviewProps {
  readonly stage: Stage;
  readonly scene: Scene;
  /** Screen pixels under it that are the buttons' and the compose bar's. */
  readonly bottom: number;
}

export function Overview({ stage, scene, bottom }: OverviewProps) {
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter | null>(null);

  useEffect(() => {
    const [space, sheet, box] = [room.current, canvas.current, frame.current];
    if (space === null || sheet === null || box === null) return;
    const made = createPainter(stage, space, sheet, box);
    painter.current = made;
    return () => {
      made.close();
      painter.current = null;
    };
  }, [stage]);
  useEffect(() => painter.current?.show(scene), [scene]);

  return (
    <div ref={room} className="map-overview-room" style={{ bottom }} aria-hidden="true">
      <div
        className="map-overview"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          painter.current?.lead(event.nativeEvent);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) painter.current?.lead(event.nativeEvent);
        }}
      >
        <canvas ref={canvas} />
        <div ref={frame} className="map-overview-frame" />
      </div>
    </div>
  );
}

interface Painter {
  show(scene: Scene): void;
  /** The window goes to where the pointer is. */
  lead(event: PointerEvent): void;
  close(): void;
}

function createPainter(stage: Stage, room: HTMLElement, canvas: HTMLCanvasElement, frame: HTMLElement): Painter {
  let scene: Scene | null = null;
  let sheet: Sheet | null = null;
  let layout: FieldLayout | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let paintedAt = 0;

  const paint = () => {
    timer = undefined;
    paintedAt = performance.now();
    if (scene === null) return;
    layout = scene.layout;
    sheet = sheetFor(layout, room.clientHeight);
    paintOverview(canvas, scene, sheet, readPalette(canvas));
    stage.request();
  };
  const paceMs = () => paintEveryMs + paintEveryMsADrop * (layout?.positions.size ?? 0);
  const soon = () => {
    timer ??= setTimeout(paint, Math.max(0, paceMs() - (performance.now() - paintedAt)));
  };

  const unwatch = watchPalette(soon);
  const observer = new ResizeObserver(soon);
  observer.observe(room);
  stage.watch((view, pane) => {
    if (sheet === null) return;
    const { left, top, width, height } = frameIn(sheet, view, pane);
    frame.style.transform = `translate(${left}px, ${top}px)`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
  });
  return {
    show(next) {
      const isFirst = scene === null;
      scene = next;
      if (isFirst || layout !== next.layout) paint();
      else soon();
    },
    lead({ clientX, clientY }) {
      if (sheet === null) return;
      const box = canvas.getBoundingClientRect();
      const at = toWorldFrom(sheet, clientX - box.left, clientY - box.top);
      stage.centreOn(at.x, at.y);
    },
    close() {
      clearTimeout(timer);
      unwatch();
      observer.disconnect();
      stage.watch(null);
    },
  };
}
