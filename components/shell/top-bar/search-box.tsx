// Searches the labels of what this page already knows, while one types.
import { Icon } from '#components/ui/icon.tsx';

export const searchId = 'search';

interface SearchBoxProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

export function SearchBox({ query, onChange }: SearchBoxProps) {
  return (
    <label className="group relative flex h-7 w-44 shrink-0 items-center text-dim focus-within:text-ink max-md:ml-auto max-md:w-8 max-md:focus-within:w-44 max-md:has-[input:not(:placeholder-shown)]:w-44">
      <span className="pointer-events-none absolute left-2">
        <Icon name="search" size={14} />
      </span>
      <span className="sr-only">Search prompts</span>
      <input
        id={searchId}
        type="search"
        value={query}
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The first Escape empties the box, the next one leaves it.
          event.stopPropagation();
          event.nativeEvent.stopImmediatePropagation();
          if (query === '') event.currentTarget.blur();
          else onChange('');
        }}
        className="h-full w-full rounded-small border border-line bg-transparent pr-7 pl-7 max-md:not-focus:placeholder-shown:pr-0 text-ui text-ink placeholder:text-dim max-md:not-focus:placeholder:text-transparent hover:border-line-strong focus:border-water focus:outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {query === '' && (
        <kbd className="pointer-events-none absolute right-1.5 rounded border border-line px-1 text-[11px] leading-4 text-dim max-md:hidden">
          /
        </kbd>
      )}
    </label>
  );
}
