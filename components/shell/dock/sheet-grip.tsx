// The grip of the sheet on small screens: dragged, pressed or moved by keys it makes the sheet taller or lower; far enough down it closes.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Where the sheet rests: shares of the room there is. */
const stops = [0.5, 0.86, 1] as const;
export const usualShare: number = 0.86;
const closesBelow = 0.3;
/** A finger that moved less than this many pixels has pressed. */
const pressPx = 6;

interface SheetGripProps {
  readonly share: number;
  readonly onShare: (share: number) => void;
  /** While a finger holds it, the sheet follows at once. */
  readonly onDragged: (isDragged: boolean) => void;
  readonly onClose: () => void;
}

export function SheetGrip({ share, onShare, onDragged, onClose }: SheetGripProps) {
  const start = useRef<{ y: number; share: number; room: number } | null>(null);
  const hold = (event: PointerEvent<HTMLElement>) => {
    const height = event.currentTarget.parentElement?.offsetHeight ?? 0;
    if (height === 0) return;
    start.current = { y: event.clientY, share, room: height / share };
    event.currentTarget.setPointerCapture(event.pointerId);
    onDragged(true);
  };
  const follow = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (start.current !== null) onShare(draggedTo(start.current, clientY));
  };
  const letGo = ({ clientY }: PointerEvent<HTMLElement>) => {
    const from = start.current;
    start.current = null;
    onDragged(false);
    if (from === null) return;
    const to = draggedTo(from, clientY);
    if (Math.abs(clientY - from.y) < pressPx) onShare(from.share === 1 ? usualShare : 1);
    else if (to < closesBelow) onClose();
    else onShare(nearestStop(to));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has no element of its own
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the sheet"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={stops[0] * 100}
      aria-valuemax={100}
      tabIndex={0}
      className="grid h-6 shrink-0 cursor-row-resize touch-none place-items-center outline-offset-[-3px] md:hidden"
      onPointerDown={hold}
      onPointerMove={follow}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={(event) => obey(event, share, onShare)}
    >
      <span aria-hidden="true" className="h-1 w-9 rounded-full bg-line-strong" />
    </div>
  );
}

function draggedTo(from: { readonly y: number; readonly share: number; readonly room: number }, y: number): number {
  return Math.min(1, Math.max(0.1, from.share + (from.y - y) / from.room));
}

function nearestStop(share: number): number {
  return stops.reduce((best, stop) => (Math.abs(stop - share) < Math.abs(best - share) ? stop : best), stops[0]);
}

function obey(event: KeyboardEvent, share: number, onShare: (share: number) => void): void {
  const taller = stops.find((stop) => stop > share) ?? 1;
  const lower = stops.findLast((stop) => stop < share) ?? stops[0];
  const to = { ArrowUp: taller, ArrowDown: lower, Home: stops[0], End: 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  onShare(to);
}
