// The bar that appears when several drops are picked: how many, and what can be done with exactly how many of them.
'use client';
import './several.css';
import { useMemo } from 'react';
import type { FieldDrop } from '#lib/live/cache.ts';
import { doableWith } from './several.ts';
import type { Marks } from './use-marks.ts';

interface SelectionBarProps {
  readonly marks: Marks;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly bottom: number;
  readonly onRetry: (ids: readonly string[]) => void;
  readonly onStop: (ids: readonly string[]) => void;
}

export function SelectionBar({ marks, byId, bottom, onRetry, onStop }: SelectionBarProps) {
  const { ids, isPicking, clear } = marks;
  const { retry, stop } = useMemo(
    () => doableWith([...ids].map((id) => byId.get(id)).filter((row) => row !== undefined)),
    [ids, byId],
  );
  if (ids.size === 0 && !isPicking) return null;
  return (
    <div className="map-bar" role="toolbar" aria-label="Selection" style={{ bottom: bottom + 12 }}>
      <span role="status" className="map-bar-count">
        {ids.size === 0 ? 'Drag around drops, or click them' : `${ids.size.toLocaleString('en')} selected`}
      </span>
      {retry.length > 0 && (
        <button type="button" className="map-bar-retry" onClick={() => onRetry(retry)}>
          <span aria-hidden="true">↻ </span>
          {`Retry ${retry.length.toLocaleString('en')}`}
        </button>
      )}
      {stop.length > 0 && (
        <button type="button" onClick={() => onStop(stop)}>
          {`Stop ${stop.length.toLocaleString('en')}`}
        </button>
      )}
      <button type="button" className="map-bar-clear" onClick={clear}>
        {ids.size === 0 ? 'Done' : 'Clear'}
      </button>
    </div>
  );
}
