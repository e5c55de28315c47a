// How many drops are in each state; a chip pressed shows only those.
import { type FilterName, filterNames, filterWords } from '../filter-rows.ts';

interface StateChipsProps {
  readonly counts: Readonly<Record<FilterName, number>>;
  readonly active: FilterName | null;
  readonly onChange: (state: FilterName | null) => void;
}

const dots: Readonly<Record<FilterName, string>> = {
  orphan: 'border-[1.5px] border-dashed border-orphan',
  running: 'bg-pending',
  waiting: 'border-[1.5px] border-queued',
  unread: 'bg-unread',
  done: 'bg-settled',
  stopped: 'border-[1.5px] border-cancelled',
};

export function StateChips({ counts, active, onChange }: StateChipsProps) {
  const shown = filterNames.filter((name) => counts[name] > 0 || name === active);
  return (
    <fieldset className="flex min-w-0 items-center gap-1 overflow-x-auto [scrollbar-width:none] max-md:flex-1 pr-6 [mask-image:linear-gradient(to_right,#000_calc(100%-28px),transparent)]">
      <legend className="sr-only">Filter by state</legend>
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === active}
          onClick={() => onChange(name === active ? null : name)}
          className="flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-transparent px-2.5 text-ui text-dim transition-colors duration-180 hover:bg-hover hover:text-ink aria-pressed:border-line-strong aria-pressed:bg-raised aria-pressed:text-ink"
        >
          <span aria-hidden="true" className={`size-2 rounded-full forced-color-adjust-none ${dots[name]}`} />
          <span className={name === 'orphan' ? 'text-salmon-ink' : ''}>{counts[name].toLocaleString('en')}</span>
          <span>{filterWords[name]}</span>
        </button>
      ))}
    </fieldset>
  );
}
