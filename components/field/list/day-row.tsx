// The line of a day: its name, how many prompts, and the ones that did not work with a way to run them again.
'use client';
import { type CSSProperties, memo } from 'react';
import type { FieldDrop } from '#lib/live/cache.ts';
import { lookOf } from '../drop-view.ts';
import { columnCount } from './list-heading.tsx';
import type { DayEntry } from './order/list-entries.ts';

interface DayRowProps {
  readonly entry: DayEntry;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly rowIndex: number;
  readonly style: CSSProperties;
  readonly isTabStop: boolean;
  readonly onToggle: (key: string) => void;
  readonly onRetryAll: (ids: readonly string[]) => void;
}

export const DayRow = memo(function DayRow(props: DayRowProps) {
  const { entry, byId, rowIndex, style, isTabStop, onToggle, onRetryAll } = props;
  const failed = entry.ids.filter((id) => {
    const row = byId.get(id);
    return row !== undefined && lookOf(row) === 'failed';
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys of its rows.
    <div
      className="list-day"
      role="row"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={1}
      aria-expanded={entry.isOpen}
      aria-rowindex={rowIndex}
      data-id={entry.key}
      style={style}
      onClick={() => onToggle(entry.key)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="gridcell" tabIndex={-1} aria-colspan={columnCount} aria-colindex={1} className="list-day-cell">
        <span className="list-fold" data-open={entry.isOpen ? '' : undefined} aria-hidden="true" />
        <strong>{entry.name}</strong>
        <span>{entry.ids.length.toLocaleString('en')}</span>
        {failed.length > 0 && (
          <button
            type="button"
            className="list-day-failed"
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              onRetryAll(failed);
            }}
          >
            {`${failed.length.toLocaleString('en')} didn’t work · Retry all`}
          </button>
        )}
      </span>
    </div>
  );
});
