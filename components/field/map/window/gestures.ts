// Wheel, drag, pinch, click and double click on the map, as calls to the stage.
import type { Stage } from './stage.ts';

export interface GestureEvents {
  /** A click on a drop of the canvas, or on the ground (null). Elements take their own clicks. */
  onPick(id: string | null): void;
  onOpen(id: string): void;
  onHover(id: string | null): void;
}

const dragFrom = 4;
const lineHeight = 16;

/** Attaches everything to the pane; returns how to detach it. */
export function attachGestures(pane: HTMLElement, stage: Stage, events: GestureEvents): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let isDragging = false;
  let start = { x: 0, y: 0 };

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
    if (pointers.size === 1) {
      isDragging = false;
      start = local(event);
    }
  }

  function onMove(event: PointerEvent): void {
    const at = local(event);
    // A button let go outside the pane before the drag began is heard of only now.
    if (event.buttons === 0) pointers.delete(event.pointerId);
    const last = pointers.get(event.pointerId);
    if (last === undefined) {
      if (event.pointerType === 'mouse') events.onHover(isOnControl(event.target) ? null : stage.hit(at.x, at.y));
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (other !== undefined) pinch(last, at, other);
    else drag(event.pointerId, last, at);
  }

  function drag(pointerId: number, last: { x: number; y: number }, at: { x: number; y: number }): void {
    if (isDragging) {
      stage.panBy(at.x - last.x, at.y - last.y);
      return;
    }
    if (Math.hypot(at.x - start.x, at.y - start.y) < dragFrom) return;
    // Only now: a captured pointer would take the click away from the drop it began on.
    isDragging = true;
    pane.setPointerCapture(pointerId);
    pane.dataset.dragging = '';
    events.onHover(null);
    stage.panBy(at.x - start.x, at.y - start.y);
  }

  function pinch(last: { x: number; y: number }, at: { x: number; y: number }, other: { x: number; y: number }): void {
    isDragging = true;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    if (before > 0) stage.zoomBy(after / before, (at.x + other.x) / 2, (at.y + other.y) / 2);
    stage.panBy((at.x - last.x) / 2, (at.y - last.y) / 2);
  }

  function onUp(event: PointerEvent): void {
    pointers.delete(event.pointerId);
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
    events.onPick(stage.hit(at.x, at.y));
  }

  function onDoubleClick(event: MouseEvent): void {
    if (isOnControl(event.target)) return;
    const at = local(event);
    const id = stage.hit(at.x, at.y);
    if (id !== null) events.onOpen(id);
  }

  const onLeave = () => events.onHover(null);
  pane.addEventListener('wheel', onWheel, { passive: false });
  pane.addEventListener('pointerdown', onDown);
  pane.addEventListener('pointermove', onMove);
  pane.addEventListener('pointerup', onUp);
  pane.addEventListener('pointercancel', onUp);
  pane.addEventListener('pointerleave', onLeave);
  pane.addEventListener('click', onClick, { capture: true });
  pane.addEventListener('dblclick', onDoubleClick);
  return () => {
    pane.removeEventListener('wheel', onWheel);
    pane.removeEventListener('pointerdown', onDown);
    pane.removeEventListener('pointermove', onMove);
    pane.removeEventListener('pointerup', onUp);
    pane.removeEventListener('pointercancel', onUp);
    pane.removeEventListener('pointerleave', onLeave);
    pane.removeEventListener('click', onClick, { capture: true });
    pane.removeEventListener('dblclick', onDoubleClick);
  };
}

function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.map-controls, .drop-chip, .map-empty') !== null;
}

function isOnButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, .map-controls, .map-empty') !== null;
}
