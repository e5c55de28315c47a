// The labels of the days over the map, with their counts and, where something failed, the button that runs all of it again.
'use client';
import './days.css';
import { memo, useLayoutEffect, useRef } from 'react';
import { dayName } from '#components/field/layout/day.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import { orphansAmong } from '#components/field/several/several.ts';
import { isUnread } from '#lib/domain/drop.ts';

interface DayLabelsProps {
  readonly stage: Stage;
  readonly scene: Scene;
  /** Strata whose labels may come into sight. */
  readonly strata: readonly number[];
  /** Seen from afar: fewer words. */
  readonly isAfar: boolean;
  readonly onRetryAll: (ids: readonly string[]) => void;
}

export function DayLabels({ stage, scene, strata, isAfar, onRetryAll }: DayLabelsProps) {
  return strata.map((index) => {
    const stratum = scene.layout.strata[index];
    if (stratum === undefined) return null;
    let unread = 0;
    for (const id of stratum.ids) {
      const row = scene.byId.get(id);
      if (row !== undefined && isUnread(row)) unread++;
    }
    const orphans = orphansAmong(stratum.ids, scene.byId);
    return (
      <DayLabel
        key={stratum.day}
        stage={stage}
        index={index}
        name={dayName(stratum.day, scene.today)}
        count={stratum.ids.length}
        unread={unread}
        orphanIds={orphans.join(' ')}
        isAfar={isAfar}
        onRetryAll={onRetryAll}
      />
    );
  });
}

interface DayLabelProps {
  readonly stage: Stage;
  readonly index: number;
  readonly name: string;
  readonly count: number;
  readonly unread: number;
  /** Joined by spaces, so that the same ones render nothing again. */
  readonly orphanIds: string;
  readonly isAfar: boolean;
  readonly onRetryAll: (ids: readonly string[]) => void;
}

const DayLabel = memo(function DayLabel(props: DayLabelProps) {
  const { stage, index, name, count, unread, orphanIds, isAfar, onRetryAll } = props;
  const label = useRef<HTMLDivElement>(null);
  // Told again with every render: other words, another width.
  useLayoutEffect(() => {
    stage.seatDay(index, label.current);
    return () => stage.seatDay(index, null);
  });
  const orphans = orphanIds === '' ? [] : orphanIds.split(' ');
  const words = `${orphans.length} didn’t work`;
  return (
    <div ref={label} className="map-day" data-afar={isAfar ? '' : undefined}>
      <strong>{name}</strong>
      <span>{count.toLocaleString('en')}</span>
      {unread > 0 && !isAfar && <span className="map-day-new">{unread} new</span>}
      {orphans.length > 0 && (
        <button
          type="button"
          onClick={() => onRetryAll(orphans)}
          aria-label={`Retry the ${orphans.length} of ${name} that didn’t work`}
          title={`Retry the ${orphans.length} of ${name} that didn’t work`}
        >
          {isAfar ? `${orphans.length}↻` : `${words} · Retry all`}
        </button>
      )}
    </div>
  );
});
