// The one drop element: the button with the seed's classes, its halo, its chip beside it. Map and list show the same.
'use client';
import './field.css';
import './drop-words.css';
import './forced-colors.css';
import { type CSSProperties, memo, type Ref, useEffect, useRef, useState } from 'react';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useOutput, useServerNow } from '#lib/live/use-field.ts';
import { isMotionReduced } from './calm.ts';
import { levelOf, outline, radiusOf, wave } from './drop-shape.ts';
import {
  chipOf,
  classOf,
  type DropKin,
  type DropLook,
  type DropTurn,
  explain,
  hasClock,
  lookOf,
  nameOf,
  statusOf,
  turnBetween,
  untilMs,
} from './drop-view.ts';

export interface DropProps {
  readonly row: FieldDrop;
  readonly kin?: DropKin | undefined;
  readonly isSelected?: boolean;
  /** One of several that were picked together. */
  readonly isMarked?: boolean;
  /** Motion is for the few drops nearest to the eye. */
  readonly isStill?: boolean;
  readonly tabIndex?: number;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  /** `isAdding`: with Shift, Ctrl or ⌘ held, which picks one more. */
  readonly onClick?: (isAdding: boolean) => void;
  readonly onDoubleClick?: () => void;
  readonly onFocus?: () => void;
}

/** The button alone. Its seat gives it room and the variable --k, screen pixels per unit of size. */
export const Drop = memo(function Drop(props: DropProps) {
  const {
    row,
    kin,
    isSelected,
    isMarked = false,
    isStill,
    tabIndex,
    buttonRef,
    onClick,
    onDoubleClick,
    onFocus,
  } = props;
  const look = lookOf(row);
  const now = useServerNow(false);
  const turn = useTurn(look);
  const level = useLevel(row, look);
  const style: DropStyle = { '--r': radiusOf(row), '--level': level, '--phase': phaseOf(row.prompt_id) };
  return (
    <button
      type="button"
      ref={buttonRef}
      className={classOf(look)}
      style={style}
      tabIndex={tabIndex}
      data-state={look === 'unsent' ? 'unsent' : row.state}
      data-job={row.job_id}
      data-prompt={row.prompt_id}
      data-attempt={look === 'backing-off' ? row.attempt : undefined}
      data-still={isStill ? '' : undefined}
      data-turn={turn ?? undefined}
      data-selected={isSelected ? '' : undefined}
      data-marked={isMarked ? '' : undefined}
      aria-label={`${nameOf(row, look, now, kin)}${isMarked ? ' Picked.' : ''}`}
      aria-pressed={isSelected}
      onClick={(event) => onClick?.(event.shiftKey || event.ctrlKey || event.metaKey)}
      onDoubleClick={onDoubleClick}
      onFocus={onFocus}
    >
      {look === 'backing-off' && <BackoffArc row={row} />}
      <DropBody look={look} />
    </button>
  );
});

type DropStyle = CSSProperties & { '--r'?: number; '--level'?: number; '--left'?: number; '--phase'?: string };

/** Breaths start apart, always at the same place for the same drop. */
function phaseOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 3_200;
  return `-${sum}ms`;
}

function DropBody({ look }: { look: DropLook }) {
  const isFull = look === 'settled' || look === 'unread' || look === 'failed';
  return (
    <svg className="drop-body" viewBox="-14 -22 28 36" aria-hidden="true" focusable="false">
      <path className="drop-skin" d={outline} />
      {(look === 'running' || look === 'stopping' || isFull) && (
        <g clipPath="url(#drop-clip)">
          <g className="drop-level">
            <path className="drop-water" d={wave} />
          </g>
        </g>
      )}
      {isFull && <path className="drop-shade" d={outline} fill="url(#drop-shade)" />}
      {isFull && (
        <ellipse className="drop-light" cx="-3.9" cy="-1.6" rx="1.5" ry="3.6" transform="rotate(24 -3.9 -1.6)" />
      )}
      {look === 'cancelled' && <path className="drop-strike" d="M-5.2,5.2L5.2,-5.2" />}
    </svg>
  );
}

/** Paints that all drops of a page share; rendered once by each view. */
export function DropPaints() {
  return (
    <svg className="drop-paints" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="drop-clip">
          <path d={outline} />
        </clipPath>
        <linearGradient id="drop-shade" gradientUnits="userSpaceOnUse" x1="-6" y1="-14" x2="5" y2="11">
          <stop offset="0" stopColor="#fff" stopOpacity="0.42" />
          <stop offset="0.5" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.5" stopColor="#081430" stopOpacity="0" />
          <stop offset="1" stopColor="#081430" stopOpacity="0.3" />
        </linearGradient>
      </defs>
    </svg>
  );
}

/** How full the body stands; with motion reduced it rises once a second instead of with every word. */
function useLevel(row: FieldDrop, look: DropLook): number {
  const isFilling = look === 'running' || look === 'stopping';
  const isStepped = isFilling && isMotionReduced();
  const received = useOutput(isFilling ? row.job_id : null)?.text.length ?? 0;
  const tick = useServerNow(isStepped);
  const shown = useRef({ tick: Number.NaN, received: 0 });
  if (!isStepped || shown.current.tick !== tick) shown.current = { tick, received };
  // A stopped filling stays where it was.
  return isFilling ? levelOf(shown.current.received) : 1;
}

/** The clock of a wait moves once a second, with motion reduced once in five. */
const calmStepMs = 5_000;

// The first clock of a wait is the longest one seen: the arc starts full and empties from there.
function BackoffArc({ row }: { row: FieldDrop }) {
  const now = useServerNow(true);
  const exact = untilMs(row.available_at, now);
  const left = isMotionReduced() ? Math.ceil(exact / calmStepMs) * calmStepMs : exact;
  const whole = useRef({ until: row.available_at, ms: left });
  if (whole.current.until !== row.available_at || whole.current.ms < left) {
    whole.current = { until: row.available_at, ms: left };
  }
  const style: DropStyle = { '--left': whole.current.ms === 0 ? 0 : left / whole.current.ms };
  return <span className="drop-arc" style={style} aria-hidden="true" />;
}

/** A state that lasted shorter is not worth a gesture: a fast model goes straight to settled. */
const gestureAfterMs = 150;
const gestureMs = 900;

/** For a moment after a watched drop changed its look: which gesture shows it, once. */
function useTurn(look: DropLook): DropTurn | null {
  const before = useRef({ look, since: 0 });
  const [turn, setTurn] = useState<DropTurn | null>(null);
  useEffect(() => {
    const { look: last, since } = before.current;
    if (last === look) return;
    before.current = { look, since: performance.now() };
    setTurn(performance.now() - since < gestureAfterMs ? null : turnBetween(last, look));
    const timer = setTimeout(() => setTurn(null), gestureMs);
    return () => clearTimeout(timer);
  }, [look]);
  return turn;
}

/** The line beside a drop: what state it is in and since when. Ticks by itself, and only while there is a clock. */
export function DropStatus({ row, isShort = false }: { row: FieldDrop; isShort?: boolean }) {
  const look = lookOf(row);
  const now = useServerNow(hasClock(look));
  const text = statusOf(row, look, now, isShort);
  if (text === '') return null;
  return (
    <span className="drop-status" data-look={look} title={look === 'failed' ? explain(row, look) : undefined}>
      {text}
    </span>
  );
}

/** The chip that runs a prompt again, a button of its own beside the drop. */
export function DropChip(props: { row: FieldDrop; form?: 'full' | 'short' | 'bare'; onRetry: () => void }) {
  const { row, form = 'full', onRetry } = props;
  const look = lookOf(row);
  const chip = chipOf(look);
  if (chip === null) return null;
  return (
    <button
      type="button"
      className="drop-chip"
      tabIndex={-1}
      disabled={look === 'retrying'}
      aria-label={`${chip.text}: ${row.label}`}
      title={explain(row, look)}
      onClick={(event) => {
        event.stopPropagation();
        onRetry();
      }}
    >
      <span className="drop-chip-sign" aria-hidden="true">
        ↻
      </span>
      {form !== 'bare' && <span>{form === 'short' ? chip.short : chip.text}</span>}
    </button>
  );
}
