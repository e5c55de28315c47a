// The edge between field and dock: dragged or moved by keys; two presses bring the usual width back.
import { useRef } from 'react';

const keyStep = 24;

interface DividerProps {
  /** Pixels, as all of these. */
  readonly width: number;
  readonly narrowest: number;
  readonly widest: number;
  readonly onChange: (width: number) => void;
  readonly onReset: () => void;
}

export function Divider({ width, narrowest, widest, onChange, onReset }: DividerProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has no element of its own
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the dock"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize transition-colors duration-180 hover:bg-water/40 focus-visible:bg-water/60 max-md:hidden"
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => {
        if (start.current !== null) onChange(start.current.width + start.current.x - clientX);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onChange(width + keyStep);
        if (key === 'ArrowRight') onChange(width - keyStep);
      }}
    />
  );
}
