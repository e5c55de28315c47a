// The right dock: as wide as the person wants it, remembered; a sheet over the field on small screens.
import { type ReactNode, useEffect, useRef, useState } from 'react';

const widthKey = 'asterion.dock-width';
const usualWidth = 372;
const narrowest = 300;
const widest = 760;
const keyStep = 24;

export function DockFrame({ children }: { readonly children: ReactNode }) {
  const [width, setWidth] = useState(usualWidth);
  useEffect(() => setWidth(readWidth()), []);
  const change = (next: number) => {
    const width = clampWidth(next);
    setWidth(width);
    keepWidth(width);
  };
  return (
    <aside
      className="relative z-20 col-start-1 row-start-1 min-h-0 border-line bg-panel max-md:border-b md:col-start-2 md:w-(--dock) md:border-l"
      style={{ '--dock': `min(${width}px, 60vw)` } as React.CSSProperties}
    >
      <Divider width={width} onChange={change} />
      {children}
    </aside>
  );
}

function Divider({ width, onChange }: { readonly width: number; readonly onChange: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
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
      onDoubleClick={() => onChange(usualWidth)}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => {
        if (start.current !== null) onChange(start.current.width + start.current.x - clientX);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onChange(width + keyStep);
        if (key === 'ArrowRight') onChange(width - keyStep);
      }}
    />
  );
}

function clampWidth(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}

function readWidth(): number {
  try {
    const kept = Number(localStorage.getItem(widthKey));
    return kept > 0 ? clampWidth(kept) : usualWidth;
  } catch {
    // No storage: the usual width.
    return usualWidth;
  }
}

function keepWidth(width: number): void {
  try {
    localStorage.setItem(widthKey, String(width));
  } catch {
    // No storage: it holds as long as the page lives.
  }
}
