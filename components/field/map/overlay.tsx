// The drops that are real elements, laid over the canvas; the stage moves them, React only says which there are.
'use client';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { Drop, DropChip, DropStatus } from '#components/field/drop.tsx';
import { type DropKin, lookOf } from '#components/field/drop-view.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useOutput } from '#lib/live/use-field.ts';
import { wordsOf } from './words.ts';

export interface SeatProps {
  readonly row: FieldDrop;
  readonly kin: DropKin;
  readonly stage: Stage;
  readonly scale: number;
  /** World pixels to the right of the drop that no other drop takes. */
  readonly room: number;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly isHovered: boolean;
  readonly isDimmed: boolean;
  readonly isStill: boolean;
  readonly isTabStop: boolean;
  /** True when the words stand left of the drop: the pane ends on its right. */
  readonly isLeftward: boolean;
  /** "2nd in line" for a waiting drop the person looks at. */
  readonly queuePlace: number | null;
  readonly onClick: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onFocus: (id: string) => void;
  readonly onRetry: (id: string) => void;
}

export const Seat = memo(function Seat(props: SeatProps) {
  const { row, stage, isSelected, isFocused } = props;
  const id = row.prompt_id;
  const seat = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    stage.seat(id, seat.current);
    return () => stage.seat(id, null);
  }, [stage, id]);
  // Arrow keys move the focus to a drop that may have become an element only now.
  useLayoutEffect(() => {
    const pane = seat.current?.closest('.map');
    if (isFocused && pane?.matches(':focus-within') && document.activeElement?.closest('.drop, .map') !== null) {
      if (!isChipOrControl(document.activeElement)) button.current?.focus({ preventScroll: true });
    }
  }, [isFocused]);
  const click = useCallback(() => props.onClick(id), [props.onClick, id]);
  const open = useCallback(() => props.onOpen(id), [props.onOpen, id]);
  const focus = useCallback(() => props.onFocus(id), [props.onFocus, id]);
  return (
    <div
      ref={seat}
      className="map-seat"
      data-dimmed={props.isDimmed ? '' : undefined}
      data-raised={props.isHovered || isSelected || isFocused ? '' : undefined}
    >
      <Drop
        row={row}
        kin={props.kin}
        isSelected={isSelected}
        isStill={props.isStill}
        tabIndex={props.isTabStop ? 0 : -1}
        buttonRef={button}
        onClick={click}
        onDoubleClick={open}
        onFocus={focus}
      />
      <Words {...props} />
    </div>
  );
});

function isChipOrControl(element: Element | null): boolean {
  return element?.closest('.drop-chip, .map-controls, .map-empty') != null;
}

function Words(props: SeatProps) {
  const { row, scale, room, isHovered, isSelected, isFocused, queuePlace } = props;
  const look = lookOf(row);
  const words = wordsOf(row, look, { scale, room, isLookedAt: isHovered || isSelected || isFocused });
  if (!words.label && !words.status && words.chip === null) return null;
  return (
    <div
      className="map-words"
      data-plate={words.plate ? '' : undefined}
      data-side={words.beneath ? 'beneath' : props.isLeftward ? 'left' : undefined}
      style={{ maxWidth: words.width }}
    >
      {words.label && <span className="map-label">{row.label}</span>}
      {words.chip !== null && (
        <DropChip row={row} isBare={words.chip === 'bare'} onRetry={() => props.onRetry(row.prompt_id)} />
      )}
      {words.status && <DropStatus row={row} />}
      {queuePlace !== null && <span className="drop-status">{inLine(queuePlace)}</span>}
      {words.lastLine && <LastLine jobId={row.job_id} />}
    </div>
  );
}

function inLine(place: number): string {
  if (place === 1) return '◌ next in line';
  const ending = place % 100 >= 11 && place % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `◌ ${place}${ending} in line`;
}

/** The end of the text received so far, one line. */
function LastLine({ jobId }: { jobId: string }) {
  const text = useOutput(jobId)?.text.trimEnd();
  if (text === undefined || text === '') return null;
  const line = text.slice(text.lastIndexOf('\n') + 1).slice(-160);
  return (
    <span className="map-last-line" aria-hidden="true">
      <bdi>{line}</bdi>
    </span>
  );
}
