// One line of the list: a day, or a prompt with the same drop as on the map and what may be done with it.
'use client';
import { type CSSProperties, memo } from 'react';
import { Drop, DropChip, DropStatus } from '#components/field/drop.tsx';
import { chipOf, durationWords, explain, lookOf, sinceMs, statusOf } from '#components/field/drop-view.ts';
import { mayCancel, stateWord } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { ageOf, instantWords, type ListEntry } from './list-entries.ts';

interface Placed {
  /** Counted from 1 over all lines, the heading included. */
  readonly rowIndex: number;
  readonly style: CSSProperties;
}

export function DayRow({ entry, rowIndex, style }: Placed & { entry: Extract<ListEntry, { kind: 'day' }> }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    <div
      className="list-day"
      role="row"
      tabIndex={-1}
      aria-level={1}
      aria-expanded
      aria-rowindex={rowIndex}
      style={style}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="gridcell" tabIndex={-1} aria-colspan={6} className="list-day-cell">
        <strong>{entry.name}</strong>
        <span>{entry.count}</span>
        {entry.orphans > 0 && <span className="list-day-orphans">{entry.orphans} ↻</span>}
      </span>
    </div>
  );
}

export interface ListRowProps extends Placed {
  readonly row: FieldDrop;
  readonly zone: string;
  /** Ages are told from here; moves once a minute. */
  readonly minute: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly isStill: boolean;
  readonly onPick: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onCancel: (id: string) => unknown;
  readonly onRetry: (id: string) => unknown;
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, zone, minute, isSelected, isTabStop, rowIndex, style } = props;
  const id = row.prompt_id;
  const look = lookOf(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys of its rows.
    <div
      className="list-row"
      role="row"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={2}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-id={id}
      data-look={look}
      style={style}
      onClick={() => props.onPick(id)}
      onDoubleClick={() => props.onOpen(id)}
    >
      <Cell name="state">
        <Drop row={row} isSelected={false} isStill={props.isStill} tabIndex={-1} />
        <StateWords row={row} />
      </Cell>
      <Cell name="prompt">
        <span className="list-label">{row.label}</span>
        {look === 'failed' && <span className="list-reason">{explain(row, look).replace(/^[^:]*: /, '')}</span>}
      </Cell>
      <Cell name="model">{shortModel(row.answered_by ?? row.model)}</Cell>
      <Cell name="age">
        <time dateTime={row.created_at} title={instantWords(row.created_at, zone)}>
          {ageOf(row.created_at, minute, zone)}
        </time>
      </Cell>
      <Cell name="duration">
        <Duration row={row} />
      </Cell>
      <Cell name="actions">
        {chipOf(look) !== null && (
          <DropChip row={row} form={look === 'unsent' ? 'bare' : 'full'} onRetry={() => props.onRetry(id)} />
        )}
        {mayCancel(row) && look !== 'unsent' && <StopButton row={row} onCancel={props.onCancel} />}
      </Cell>
    </div>
  );
});

function Cell({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    <div role="gridcell" tabIndex={-1} className={`list-cell list-${name}`}>
      {children}
    </div>
  );
}

/** The state in a word; the line the map shows instead where that says more. */
function StateWords({ row }: { row: FieldDrop }) {
  const look = lookOf(row);
  const now = useServerNow(false);
  const hasOwnLine =
    look === 'backing-off' || look === 'stopping' || (look === 'queued' && statusOf(row, look, now) !== '');
  if (hasOwnLine) return <DropStatus row={row} />;
  const word = look === 'unsent' || look === 'retrying' ? explain(row, look) : stateWord[row.state];
  return (
    <span className="drop-status" data-look={look}>
      {look === 'unread' ? `${word} · new` : word}
    </span>
  );
}

function Duration({ row }: { row: FieldDrop }) {
  const isRunning = row.state === 'running';
  const now = useServerNow(isRunning);
  if (row.started_at === null) return null;
  if (isRunning) return durationWords(sinceMs(row.started_at, now));
  if (row.finished_at === null || row.state === 'queued') return null;
  const ms = sinceMs(row.started_at, Date.parse(row.finished_at));
  return ms < 950 ? '< 1 s' : durationWords(ms);
}

function StopButton({ row, onCancel }: { row: FieldDrop; onCancel: (id: string) => unknown }) {
  const isStopping = lookOf(row) === 'stopping';
  return (
    <button
      type="button"
      className="list-stop"
      tabIndex={-1}
      disabled={isStopping}
      aria-label={`Stop: ${row.label}`}
      onClick={(event) => {
        event.stopPropagation();
        onCancel(row.prompt_id);
      }}
    >
      <span className="list-stop-sign" aria-hidden="true" />
      <span>Stop</span>
    </button>
  );
}

/** The model without its provider: `demo` of `demo/demo`, `gpt-5` of `openai/gpt-5`. */
function shortModel(model: string | null): string {
  return model === null ? '' : model.slice(model.indexOf('/') + 1);
}
