// The heading of the list: its columns, each of which sorts by itself.
import type { ListSort, SortColumn } from './order/list-sort.ts';

export const columnWords: Readonly<Record<SortColumn, string>> = {
  state: 'State',
  prompt: 'Prompt',
  model: 'Model',
  age: 'Asked',
  duration: 'Took',
  tokens: 'Tokens',
  cost: 'Cost',
};

const columns: readonly SortColumn[] = ['state', 'prompt', 'model', 'age', 'duration', 'tokens', 'cost'];
/** With the boxes before them and the actions behind. */
export const columnCount = columns.length + 2;

interface HeadingProps {
  readonly sort: ListSort;
  readonly onSort: (by: SortColumn) => void;
  readonly isAllMarked: boolean;
  readonly isAnyMarked: boolean;
  readonly onMarkAll: () => void;
}

export function Heading({ sort, onSort, isAllMarked, isAnyMarked, onMarkAll }: HeadingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualised lines cannot be table rows.
    <div role="row" tabIndex={-1} className="list-heading" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="columnheader" tabIndex={-1} className="list-cell list-box" aria-colindex={1}>
        <input
          type="checkbox"
          aria-label="Select everything shown"
          title="Select everything shown (Ctrl A)"
          checked={isAllMarked}
          ref={(box) => {
            if (box !== null) box.indeterminate = isAnyMarked && !isAllMarked;
          }}
          onChange={onMarkAll}
        />
      </span>
      {columns.map((column, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span
          key={column}
          role="columnheader"
          tabIndex={-1}
          className={`list-cell list-${column}`}
          aria-colindex={at + 2}
          aria-sort={sort.by !== column ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
        >
          <button type="button" className="list-sort" onClick={() => onSort(column)}>
            {columnWords[column]}
            <span className="list-sort-sign" aria-hidden="true">
              {sort.by !== column ? '' : sort.isDescending ? '↓' : '↑'}
            </span>
          </button>
        </span>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <span role="columnheader" tabIndex={-1} className="list-cell list-actions" aria-colindex={columnCount}>
        <span className="list-hidden">Actions</span>
      </span>
    </div>
  );
}
