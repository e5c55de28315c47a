// One prompt of the list with the same drop as on the map, what it used, and what may be done with it.
'use client';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { Drop, DropStatus } from '#components/field/drop.tsx';
import { durationWords, explain, lookOf, sinceMs, statusOf } from '#components/field/drop-view.ts';
import { stateWord } from '#lib/domain/drop.ts';
import type { PromptFigures } from '#lib/domain/prompts/figures.ts';
import type { Snippet } from '#lib/domain/prompts/search.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { ageOf, costWords, figuresDetail, instantWords, shortModel, tokensWords } from './list-words.ts';
import type { DropEntry } from './order/list-entries.ts';
import { durationOf } from './order/list-sort.ts';
import { RowActions, type RowCalls } from './row-actions.tsx';
import { rangesOf, SnippetLine } from './snippet-line.tsx';

export interface ListRowProps {
  readonly entry: DropEntry;
  readonly row: FieldDrop;
  /** Closed: what it stands for, in words. */
  readonly belowWords: string;
  readonly figures: PromptFigures | undefined;
  readonly snippet: Snippet | undefined;
  /** Words to mark in the label. */
  readonly query: string;
  /** Not in the field: it can be read, continued and shared. */
  readonly isOutside: boolean;
  readonly zone: string;
  /** Ages are told from here; moves once a minute. */
  readonly minute: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isTabStop: boolean;
  readonly isStill: boolean;
  /** Counted from 1 over all lines, the heading included. */
  readonly rowIndex: number;
  readonly style: CSSProperties;
  readonly calls: RowCalls;
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { entry, row, zone, minute, isSelected, isMarked, isTabStop, rowIndex, style, figures, calls } = props;
  const id = row.prompt_id;
  const look = lookOf(row);
  const onClick = (event: MouseEvent) => calls.onPress(id, event);
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys of its rows.
    <div
      className="list-row"
      role="row"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={entry.depth + 2}
      aria-expanded={entry.below.length > 0 ? entry.isOpen : undefined}
      aria-rowindex={rowIndex}
      aria-selected={isMarked}
      aria-current={isSelected ? 'true' : undefined}
      data-id={id}
      data-look={look}
      data-deep={entry.depth > 0 ? '' : undefined}
      style={style}
      onClick={onClick}
      onDoubleClick={() => calls.onOpen(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        calls.onMenu(id, { x: event.clientX, y: event.clientY });
      }}
    >
      <Cell name="box" at={1}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isMarked}
          aria-label={`Select: ${row.label}`}
          onClick={(event) => event.stopPropagation()}
          onChange={({ nativeEvent }) => calls.onMark(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </Cell>
      <Cell name="state" at={2}>
        <Drop row={row} isSelected={false} isStill={props.isStill} tabIndex={-1} />
        <StateWords row={row} isOutside={props.isOutside} />
      </Cell>
      <Cell name="prompt" at={3} depth={entry.depth}>
        <PromptCell {...props} />
      </Cell>
      <Cell name="model" at={4}>
        {shortModel(row.answered_by ?? row.model)}
      </Cell>
      <Cell name="age" at={5}>
        <time dateTime={row.created_at} title={instantWords(row.created_at, zone)}>
          {ageOf(row.created_at, minute, zone)}
        </time>
      </Cell>
      <Cell name="duration" at={6}>
        <Duration row={row} />
      </Cell>
      <Cell name="tokens" at={7} title={figures === undefined ? undefined : figuresDetail(figures)}>
        {figures === undefined ? '' : tokensWords(figures)}
      </Cell>
      <Cell name="cost" at={8}>
        {figures === undefined ? '' : costWords(figures)}
      </Cell>
      <Cell name="actions" at={9}>
        <RowActions row={row} look={look} isOutside={props.isOutside} calls={calls} />
      </Cell>
    </div>
  );
});

interface CellProps {
  readonly name: string;
  readonly at: number;
  readonly depth?: number;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

type DepthStyle = CSSProperties & { '--depth'?: number };

function Cell({ name, at, depth = 0, title, children }: CellProps) {
  const style: DepthStyle | undefined = depth === 0 ? undefined : { '--depth': Math.min(depth, 6) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    <div
      role="gridcell"
      tabIndex={-1}
      aria-colindex={at}
      className={`list-cell list-${name}`}
      title={title}
      style={style}
    >
      {children}
    </div>
  );
}

function PromptCell({ entry, row, query, snippet, belowWords, figures, calls }: ListRowProps) {
  const look = lookOf(row);
  const verdict = figures?.verdict ?? null;
  return (
    <>
      {entry.below.length > 0 && (
        <button
          type="button"
          className="list-expand"
          tabIndex={-1}
          aria-label={`${entry.isOpen ? 'Close' : 'Open'} the thread of: ${row.label}`}
          onClick={(event) => {
            event.stopPropagation();
            calls.onToggle(entry.key);
          }}
        >
          <span className="list-fold" data-open={entry.isOpen ? '' : undefined} aria-hidden="true" />
        </button>
      )}
      <span className="list-words">
        <span className="list-first">
          <span className="list-label" title={row.label}>
            <SnippetLine snippet={{ text: row.label, ranges: rangesOf(row.label, query) }} />
          </span>
          {verdict !== null && <span className="list-verdict">{verdictWords[verdict]}</span>}
          {belowWords !== '' && <span className="list-below">{belowWords}</span>}
          {look === 'failed' && <span className="list-reason">{explain(row, look).replace(/^[^:]*: /, '')}</span>}
        </span>
        {snippet !== undefined && (
          <span className="list-snippet">
            <SnippetLine snippet={snippet} />
          </span>
        )}
      </span>
    </>
  );
}

const verdictWords = { accept: 'Good', reject: 'Not good', needs_work: 'Needs work' } as const;

/** The state in a word; the line the map shows instead where that says more. */
function StateWords({ row, isOutside }: { row: FieldDrop; isOutside: boolean }) {
  const look = lookOf(row);
  const now = useServerNow(false);
  const hasOwnLine =
    look === 'backing-off' || look === 'stopping' || (look === 'queued' && statusOf(row, look, now) !== '');
  if (hasOwnLine) return <DropStatus row={row} />;
  const word = look === 'unsent' || look === 'retrying' ? explain(row, look) : stateWord[row.state];
  return (
    <span className="drop-status" data-look={look}>
      {look === 'unread' ? `${word} · new` : word}
      {(isOutside || row.archived_at !== undefined) && ' · archived'}
    </span>
  );
}

function Duration({ row }: { row: FieldDrop }) {
  const isRunning = row.state === 'running';
  const now = useServerNow(isRunning);
  if (isRunning) return durationWords(sinceMs(row.started_at, now));
  const ms = durationOf(row);
  if (ms === null) return null;
  return ms < 950 ? '< 1 s' : durationWords(ms);
}
