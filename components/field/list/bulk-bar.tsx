// The bar over the list while prompts are picked: how many, and what can be done with exactly how many of them.
'use client';
import '#components/field/map/several/several.css';
import { useMemo } from 'react';
import { doableWith } from '#components/field/map/several/several.ts';
import type { ManyActions } from '#components/ui/many/use-many-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

interface BulkBarProps {
  readonly ids: ReadonlySet<string>;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly bottom: number;
  readonly many: ManyActions;
  readonly onClear: () => void;
}

export function BulkBar({ ids, byId, bottom, many, onClear }: BulkBarProps) {
  const rows = useMemo(() => [...ids].map((id) => byId.get(id)).filter((row) => row !== undefined), [ids, byId]);
  const { retry, stop } = useMemo(() => doableWith(rows.filter((row) => row.archived_at === undefined)), [rows]);
  const archived = rows.filter((row) => row.archived_at !== undefined).map(({ prompt_id }) => prompt_id);
  const ended = rows.filter((row) => row.finished_at !== null && row.archived_at === undefined);
  if (ids.size === 0) return null;
  const run = (act: (ids: readonly string[]) => void, on: readonly string[]) => () => {
    act(on);
    onClear();
  };
  return (
    <div className="map-bar list-bar" role="toolbar" aria-label="Selection" style={{ bottom: bottom + 12 }}>
      <span role="status" className="map-bar-count">{`${ids.size.toLocaleString('en')} selected`}</span>
      {retry.length > 0 && (
        <button type="button" className="map-bar-retry" onClick={run(many.retry, retry)}>
          <span aria-hidden="true">↻ </span>
          {`Retry ${retry.length.toLocaleString('en')}`}
        </button>
      )}
      {stop.length > 0 && (
        <button type="button" onClick={run(many.stop, stop)}>
          {`Stop ${stop.length.toLocaleString('en')}`}
        </button>
      )}
      {ended.length > 0 && (
        <button
          type="button"
          onClick={run(
            many.archive,
            ended.map(({ prompt_id }) => prompt_id),
          )}
        >
          {`Archive ${ended.length.toLocaleString('en')}`}
        </button>
      )}
      {archived.length > 0 && (
        <button type="button" onClick={run(many.restore, archived)}>
          {`Restore ${archived.length.toLocaleString('en')}`}
        </button>
      )}
      <button type="button" className="map-bar-clear" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
