// Wheel, drag, marquee, pinch, click, long press and menu on the map, as calls to the stage.
import { startLongPress } from './long-press.ts';
import { Marquee } from './marquee.ts';
import type { Stage } from './stage.ts';

export interface GestureEvents {
  /** A click on a drop of the canvas, or on the ground (null). Elements take their own clicks. */
  onPick(id: string | null, isAdding: boolean): void;
  onOpen(id: string): void;
  onHover(id: string | null): void;
  /** Right click or long press; the place is the window's. */
  onMenu(id: string, at: { readonly x: number; readonly y: number }): void;
  /** A rectangle was drawn around these. */
  onMarquee(ids: readonly string[]): void;
  /** While true a plain drag draws a rectangle instead of moving the map. */
  isMarking(): boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const dragFrom = 4;
const lineHeight = 16;

/** Attaches everything to the pane; returns how to detach it. */
export function attachGestures(pane: HTMLElement, stage: Stage, events: GestureEvents): () => void {
  const pointers = new Map<number, Point>();
  const marquee = new Marquee(pane);
  let isDragging = false;
  let start = { x: 0, y: 0 };
  let callOffPress = () => {};

  const local = (event: MouseEvent) => {
    const box = pane.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function onWheel(event: WheelEvent): void {
    if (isOnControl(event.target)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1;
    const at = local(event);
    if (event.ctrlKey || event.metaKey) {
      const step = Math.max(-60, Math.min(60, event.deltaY * unit));
      stage.zoomBy(Math.exp(-step * 0.0075), at.x, at.y);
    } else if (event.shiftKey && event.deltaX === 0) {
      stage.panBy(-event.deltaY * unit, 0);
    } else {
      stage.panBy(-event.deltaX * unit, -event.deltaY * unit);
    }
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0 || isOnControl(event.target)) return;
    pointers.set(event.pointerId, local(event));
    callOffPress();
    if (pointers.size > 1) {
      marquee.end();
      return;
    }
    isDragging = false;
    start = local(event);
    if (event.shiftKey || events.isMarking()) marquee.arm(start);
    if (event.pointerType === 'touch') callOffPress = startLongPress(() => press(event));
  }

  function press(event: PointerEvent): void {
    const id = stage.hit(start.x, start.y);
    if (id === null) return;
    // The finger that opened the menu neither drags nor clicks any more.
    pointers.delete(event.pointerId);
    marquee.end();
    isDragging = true;
    events.onMenu(id, { x: event.clientX, y: event.clientY });
  }

  function onMove(event: PointerEvent): void {
    const at = local(event);
    // A button let go outside the pane before the drag began is heard of only now.
    if (event.buttons === 0) pointers.delete(event.pointerId);
    const last = pointers.get(event.pointerId);
    if (last === undefined) {
      // On its way to a button of a plate the pointer must not lose the plate.
      const isOnPlate = event.target instanceof Element && event.target.closest('.map-plate-row') !== null;
      if (event.pointerType !== 'mouse' || isOnPlate) return;
      events.onHover(isOnControl(event.target) ? null : stage.hit(at.x, at.y));
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (other !== undefined) pinch(last, at, other);
    else drag(event.pointerId, last, at);
  }

  function drag(pointerId: number, last: Point, at: Point): void {
    if (!isDragging) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < dragFrom) return;
      // Only now: a captured pointer would take the click away from the drop it began on.
      isDragging = true;
      callOffPress();
      pane.setPointerCapture(pointerId);
      events.onHover(null);
      if (!marquee.isArmed) pane.dataset.dragging = '';
      last = start;
    }
    if (marquee.isArmed) marquee.draw(at);
    else stage.panBy(at.x - last.x, at.y - last.y);
  }

  function pinch(last: Point, at: Point, other: Point): void {
    isDragging = true;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    if (before > 0) stage.zoomBy(after / before, (at.x + other.x) / 2, (at.y + other.y) / 2);
    stage.panBy((at.x - last.x) / 2, (at.y - last.y) / 2);
  }

  function onUp(event: PointerEvent): void {
    callOffPress();
    pointers.delete(event.pointerId);
    const area = marquee.end();
    if (area !== null && event.type === 'pointerup') events.onMarquee(stage.inside(area));
    if (pointers.size === 0) delete pane.dataset.dragging;
  }

  // The click that ends a drag is none.
  function onClick(event: MouseEvent): void {
    if (isDragging) {
      isDragging = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (isOnButton(event.target)) return;
    const at = local(event);
    events.onPick(stage.hit(at.x, at.y), event.shiftKey || event.ctrlKey || event.metaKey);
  }

  function onDoubleClick(event: MouseEvent): void {
    if (isOnControl(event.target)) return;
    const at = local(event);
    const id = stage.hit(at.x, at.y);
    if (id !== null) events.onOpen(id);
  }

  function onContextMenu(event: MouseEvent): void {
    if (isOnControl(event.target)) return;
    const at = local(event);
    const id = stage.hit(at.x, at.y);
    if (id === null) return;
    event.preventDefault();
    // A finger's long press has opened it already.
    if (!(event instanceof PointerEvent && event.pointerType === 'touch')) {
      events.onMenu(id, { x: event.clientX, y: event.clientY });
    }
  }

  const attached = new AbortController();
  const { signal } = attached;
  pane.addEventListener('wheel', onWheel, { passive: false, signal });
  pane.addEventListener('pointerdown', onDown, { signal });
  pane.addEventListener('pointermove', onMove, { signal });
  pane.addEventListener('pointerup', onUp, { signal });
  pane.addEventListener('pointercancel', onUp, { signal });
  pane.addEventListener('pointerleave', () => events.onHover(null), { signal });
  pane.addEventListener('click', onClick, { capture: true, signal });
  pane.addEventListener('dblclick', onDoubleClick, { signal });
  pane.addEventListener('contextmenu', onContextMenu, { signal });
  return () => {
    callOffPress();
    marquee.end();
    attached.abort();
  };
}

const controls =
  '.map-controls, .map-bar, .map-find, .map-overview, .map-day button, .map-plate-row, .drop-chip, .field-empty';

function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

function isOnButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`button, a, ${controls}`) !== null;
}
