// The field before the first prompt: one pale drop, a calm sentence, and the starters the page offers.
'use client';
import './empty.css';
import type { ReactNode } from 'react';
import { outline } from '#components/field/drop-shape.ts';

export function FieldEmpty({ starters, bottom }: { starters?: ReactNode; bottom: number }) {
  return (
    <div className="field-empty" style={{ paddingBottom: bottom }}>
      <svg className="field-empty-drop" viewBox="-20 -26 40 46" aria-hidden="true" focusable="false">
        <circle className="field-empty-ring" r="16" />
        <path className="field-empty-body" d={outline} />
        <ellipse className="field-empty-light" cx="-3.9" cy="-1.6" rx="1.5" ry="3.6" transform="rotate(24 -3.9 -1.6)" />
      </svg>
      <p className="field-empty-title">Nothing here yet</p>
      <p className="field-empty-words">
        Ask something below. It becomes a drop in this field, and its answer is here whenever you come back.
      </p>
      {starters !== undefined && <div className="field-empty-starters">{starters}</div>}
    </div>
  );
}
