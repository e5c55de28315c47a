// The bar over the list: filters, a chip for each that is set, how much is shown, and the link to exactly this view.
import { useCallback, useMemo, useRef, useState } from 'react';
import { columnWords } from '#components/field/list/list-heading.tsx';
import { type ListSort, type SortColumn, sortColumns } from '#components/field/list/order/list-sort.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { notify } from '#components/ui/toast.ts';
import { useDismiss } from '#components/ui/use-dismiss.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { filterWords } from '../filter-rows.ts';
import { type MissionUrl, noFilters } from '../use-mission-url.ts';
import { FilterPanel, verdictChoices } from './filter-panel.tsx';
import { useSessionTitle } from './use-session-title.ts';

interface FilterBarProps {
  readonly url: MissionUrl;
  readonly onChange: (next: Partial<MissionUrl>) => void;
  /** Everything the field holds. */
  readonly rows: readonly FieldDrop[];
  readonly shown: number;
  readonly isSearching: boolean;
  readonly sort: ListSort;
  readonly onSort: (by: SortColumn) => void;
}

export function FilterBar({ url, onChange, rows, shown, isSearching, sort, onSort }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useDismiss(panel, isOpen, close);
  const models = useMemo(() => modelsOf(rows), [rows]);
  const chips = useChips(url);
  return (
    <div className="filter-bar">
      <div ref={panel} className="relative">
        <Button
          ref={button}
          icon="sliders"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        {isOpen && <FilterPanel url={url} onChange={onChange} models={models} />}
      </div>
      <ul className="filter-chips" aria-label="Filters that are set">
        {chips.map(({ words, without }) => (
          <li key={words}>
            <button
              type="button"
              className="filter-chip"
              onClick={() => onChange(without)}
              title="Take this filter away"
            >
              {words}
              <span aria-hidden="true">✕</span>
              <span className="sr-only">, take it away</span>
            </button>
          </li>
        ))}
        {chips.length > 1 && (
          <li>
            <button type="button" className="filter-clear" onClick={() => onChange(noFilters)}>
              Clear all
            </button>
          </li>
        )}
      </ul>
      <span role="status" className="filter-count">
        {isSearching ? 'Searching… ' : ''}
        {countWords(shown, rows.length, chips.length > 0)}
      </span>
      <label className="filter-sort">
        <span className="sr-only">Sort by</span>
        <select value={sort.by} onChange={({ target }) => onSort(columnOf(target.value))}>
          {sortColumns.map((column) => (
            <option key={column} value={column}>
              {columnWords[column]}
            </option>
          ))}
        </select>
      </label>
      <IconButton icon="link" label="Copy a link to this view" onClick={() => void copyView()} />
    </div>
  );
}

function columnOf(text: string): SortColumn {
  return sortColumns.find((column) => column === text) ?? 'age';
}

function countWords(shown: number, all: number, isNarrowed: boolean): string {
  const words = shown.toLocaleString('en');
  if (!isNarrowed) return shown === 1 ? '1 prompt' : `${words} prompts`;
  return shown > all ? `${words} found` : `${words} of ${all.toLocaleString('en')}`;
}

function modelsOf(rows: readonly FieldDrop[]): readonly string[] {
  const models = new Set<string>();
  for (const { answered_by, model } of rows) {
    const name = answered_by ?? model;
    if (name !== null) models.add(name);
  }
  return [...models].sort();
}

interface Chip {
  readonly words: string;
  readonly without: Partial<MissionUrl>;
}

function useChips(url: MissionUrl): readonly Chip[] {
  const title = useSessionTitle(url.session);
  const chips: (Chip | null)[] = [
    url.session === null ? null : { words: `Conversation: ${title}`, without: { session: null } },
    url.state === null ? null : { words: filterWords[url.state], without: { state: null } },
    url.q === null ? null : { words: `“${url.q}”`, without: { q: null } },
    url.model === null ? null : { words: modelWords(url.model), without: { model: null } },
    url.from === null ? null : { words: `from ${url.from}`, without: { from: null } },
    url.to === null ? null : { words: `to ${url.to}`, without: { to: null } },
    url.replies === null ? null : { words: `${url.replies} replies`, without: { replies: null } },
    url.verdict === null ? null : { words: verdictChoices[url.verdict], without: { verdict: null } },
    url.archived === null ? null : { words: 'Archived', without: { archived: null } },
  ];
  return chips.filter((chip) => chip !== null);
}

async function copyView(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify('Link to this view copied');
  } catch {
    // No permission or no focus: the browser decides, and the address bar holds the same.
    notify('It could not be copied. The address of the page is the link.');
  }
}
