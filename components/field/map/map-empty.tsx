// The field before the first prompt: one pale drop, a calm sentence, and the starters the page offers.
'use client';
import type { ReactNode } from 'react';
import { outline } from '#components/field/drop-shape.ts';

export function MapEmpty({ starters, bottom }: { starters?: ReactNode; bottom: number }) {
  return (
    <div className="map-empty" style={{ paddingBottom: bottom }}>
      <svg className="map-empty-drop" viewBox="-20 -26 40 46" aria-hidden="true" focusable="false">
        <circle className="map-empty-ring" r="16" />
        <path className="map-empty-body" d={outline} />
        <ellipse className="map-empty-light" cx="-3.9" cy="-1.6" rx="1.5" ry="3.6" transform="rotate(24 -3.9 -1.6)" />
      </svg>
      <p className="map-empty-title">Nothing here yet</p>
      <p className="map-empty-words">
        Ask something below. It becomes a drop in this field, and its answer is here whenever you come back.
      </p>
      {starters !== undefined && <div className="map-empty-starters">{starters}</div>}
    </div>
  );
}
