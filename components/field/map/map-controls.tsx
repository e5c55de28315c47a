// The buttons of the map: no gesture without one.
'use client';
import type { Stage } from '#components/field/map/window/stage.ts';

export function MapControls({ stage, bottom }: { stage: Stage | null; bottom: number }) {
  return (
    <div className="map-controls" role="toolbar" aria-label="Map" style={{ bottom: bottom + 12 }}>
      <button type="button" onClick={() => stage?.glideBy(1.35)} aria-label="Zoom in" title="Zoom in  +">
        <Sign d="M8 3.5v9M3.5 8h9" />
      </button>
      <button type="button" onClick={() => stage?.glideBy(1 / 1.35)} aria-label="Zoom out" title="Zoom out  −">
        <Sign d="M3.5 8h9" />
      </button>
      <button type="button" onClick={() => stage?.glideToFit()} aria-label="Fit everything" title="Fit everything  0">
        <Sign d="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />
      </button>
      <button type="button" onClick={() => stage?.glideHome()} aria-label="Go to today" title="Go to today  1">
        <Sign d="M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10" />
      </button>
    </div>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
