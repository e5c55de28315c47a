// The right dock: as wide as the person wants it, remembered; on small screens a sheet from below, with the field behind it.
import { type ReactNode, useEffect, useState } from 'react';
import { Divider } from './divider.tsx';
import { SheetGrip, usualShare } from './sheet-grip.tsx';

const widthKey = 'asterion.dock-width';
const usualWidth = 372;
const narrowest = 300;
const widest = 760;

interface DockFrameProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DockFrame({ onClose, children }: DockFrameProps) {
  const [width, setWidth] = useState(usualWidth);
  const [share, setShare] = useState(usualShare);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => setWidth(readWidth()), []);
  const change = (next: number) => {
    const width = clampWidth(next);
    setWidth(width);
    keepWidth(width);
  };
  return (
    <aside
      data-dragged={isDragged || undefined}
      className="relative z-20 col-start-1 row-start-1 flex min-h-0 flex-col border-line bg-panel max-md:h-(--sheet) max-md:self-end max-md:overflow-clip max-md:rounded-t-card max-md:border-t max-md:shadow-panel max-md:transition-[height] max-md:duration-200 max-md:ease-out max-md:data-dragged:transition-none motion-reduce:transition-none md:col-start-2 md:w-(--dock) md:border-l"
      style={{ '--dock': `min(${width}px, 60vw)`, '--sheet': `${share * 100}%` } as React.CSSProperties}
    >
      <SheetGrip share={share} onShare={setShare} onDragged={setDragged} onClose={onClose} />
      <Divider
        width={width}
        narrowest={narrowest}
        widest={widest}
        onChange={change}
        onReset={() => change(usualWidth)}
      />
      <div className="min-h-0 flex-1">{children}</div>
    </aside>
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
