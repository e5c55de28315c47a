// One drop that is a real element, with its words; the stage moves it, React only says that it is there.
'use client';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { Drop, DropChip, DropStatus } from '#components/field/drop.tsx';
import { type DropKin, lookOf } from '#components/field/drop-view.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useOutput } from '#lib/live/use-field.ts';
import { plateTop, wordsOf } from './words.ts';

/** What a person does to a seat; one object for all of them, so that no seat renders because of it. */
export interface SeatCalls {
  readonly onClick: (id: string, isAdding: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onFocus: (id: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onRetryAll: (ids: readonly string[]) => unknown;
  readonly onContinue: (id: string) => void;
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void;
}

export interface SeatProps {
  readonly row: FieldDrop;
  readonly kin: DropKin;
  readonly stage: Stage;
  readonly scale: number;
  /** World pixels to the right of the drop that no other drop takes. */
  readonly room: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isFocused: boolean;
  readonly isHovered: boolean;
  readonly isDimmed: boolean;
  readonly isStill: boolean;
  readonly isTabStop: boolean;
  /** True when the words stand left of the drop: the pane ends on its right. */
  readonly isLeftward: boolean;
  /** "2nd in line" for a waiting drop the person looks at. */
  readonly queue: string | null;
  readonly calls: SeatCalls;
}

export const Seat = memo(function Seat(props: SeatProps) {
  const { row, stage, isSelected, isFocused, calls } = props;
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
  const click = useCallback((isAdding: boolean) => calls.onClick(id, isAdding), [calls, id]);
  const open = useCallback(() => calls.onOpen(id), [calls, id]);
  const focus = useCallback(() => calls.onFocus(id), [calls, id]);
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
        isMarked={props.isMarked}
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
  return (
    element?.closest('.drop-chip, .map-plate-row, .map-controls, .map-bar, .map-find, .map-day, .field-empty') != null
  );
}

function Words(props: SeatProps) {
  const { row, scale, room, isHovered, isSelected, isFocused, queue } = props;
  const look = lookOf(row);
  const isLookedAt = isHovered || isSelected || isFocused;
  const words = wordsOf(row, look, { scale, room, isLookedAt });
  if (!words.label && !words.status && words.chip === null) return null;
  const chip = words.chip !== null && (
    <DropChip row={row} form={words.chip} onRetry={() => props.calls.onRetry(row.prompt_id)} />
  );
  const side = words.beneath ? 'beneath' : props.isLeftward ? 'left' : undefined;
  return (
    <div
      className="map-words"
      data-plate={words.plate ? '' : undefined}
      data-side={side}
      style={{ maxWidth: words.width, ...(words.plate ? { top: plateTop } : {}) }}
    >
      {words.label && <span className="map-label">{row.label}</span>}
      {!words.plate && chip}
      {words.status && <DropStatus row={row} isShort={words.width < wholeStatusFrom} />}
      {queue !== null && <span className="drop-status">{queue}</span>}
      {words.lastLine && <LastLine jobId={row.job_id} />}
      {words.plate && (
        <span className="map-plate-row">
          {chip}
          <PlateButtons {...props} />
        </span>
      )}
    </div>
  );
}

/** Screen pixels that the longest status takes. */
const wholeStatusFrom = 150;

/** What one does most with a drop that one looks at. Keys have Enter and the menu: Tab goes past these. */
function PlateButtons(props: SeatProps) {
  const { row, calls } = props;
  const isSent = row.version > 0;
  return (
    <>
      <button
        type="button"
        className="map-plate-do"
        tabIndex={-1}
        aria-label={`Open: ${row.label}`}
        title="Open the thread  Enter"
        onClick={() => calls.onOpen(row.prompt_id)}
      >
        Open
      </button>
      {isSent && (
        <button
          type="button"
          className="map-plate-do"
          tabIndex={-1}
          aria-label={`Continue: ${row.label}`}
          title="Write what comes next"
          onClick={() => calls.onContinue(row.prompt_id)}
        >
          Continue
        </button>
      )}
      <MoreButton {...props} />
    </>
  );
}

/** The menu of a drop, for those who have no second button and no patience for a long press. */
function MoreButton({ row, calls }: SeatProps) {
  return (
    <button
      type="button"
      className="map-plate-more"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={`Actions: ${row.label}`}
      title="Actions  Shift F10"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        calls.onMenu(row.prompt_id, { x: left, y: bottom + 4 });
      }}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
    </button>
  );
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
