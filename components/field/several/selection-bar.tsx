// The bar over map and list while prompts are picked: how many, and what can be done with exactly how many of them.
'use client';
import './several.css';
import { useMemo } from 'react';
import type { ManyActions } from '#components/ui/many/use-many-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { doableWith } from './several.ts';

interface SelectionBarProps {
  readonly ids: ReadonlySet<string>;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly bottom: number;
  readonly many: ManyActions;
  readonly onClear: () => void;
  /** How to pick, shown while nothing is picked; absent: then there is no bar. */
  readonly hint?: string | undefined;
}

export function SelectionBar({ ids, byId, bottom, many, onClear, hint }: SelectionBarProps) {
  const doable = useMemo(
    () => doableWith([...ids].map((id) => byId.get(id)).filter((row) => row !== undefined)),
    [ids, byId],
  );
  if (ids.size === 0 && hint === undefined) return null;
  const button = (words: string, on: readonly string[], act: (ids: readonly string[]) => void, className?: string) =>
    on.length > 0 && (
      <button
        type="button"
        className={className}
        onClick={() => {
          act(on);
          onClear();
        }}
      >
        {`${words} ${on.length.toLocaleString('en')}`}
      </button>
    );
  return (
    <div className="map-bar" role="toolbar" aria-label="Selection" style={{ bottom: bottom + 12 }}>
      <span role="status" className="map-bar-count">
        {ids.size === 0 ? hint : `${ids.size.toLocaleString('en')} selected`}
      </span>
      {button('Retry', doable.retry, many.retry, 'map-bar-retry')}
      {button('Stop', doable.stop, many.stop)}
      {button('Archive', doable.archive, many.archive)}
      {button('Restore', doable.restore, many.restore)}
      <button type="button" className="map-bar-clear" onClick={onClear}>
        {ids.size === 0 ? 'Done' : 'Clear'}
      </button>
    </div>
  );
}
