// One filter with the values it can have; one that came by address and is none of them is shown as it is.
import { useId } from 'react';
import { clockWords } from '#components/ui/time-words.ts';

interface SelectFilterProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string | null) => void;
  /** Without an "Any". */
  readonly isRequired?: boolean;
  /** An unlisted value is an instant. */
  readonly isTime?: boolean;
}

export function SelectFilter({
  label,
  value,
  options,
  onChange,
  isRequired = false,
  isTime = false,
}: SelectFilterProps) {
  const id = useId();
  const isListed = value === null || options.some(([known]) => known === value);
  const isSet = value !== null && !isRequired;
  return (
    <div className={`grid min-w-0 gap-1 xl:flex-1 xl:basis-0 ${isRequired ? 'xl:min-w-38' : 'xl:min-w-20'}`}>
      <label htmlFor={id} className="text-small text-dim">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        className={`h-7 w-full rounded-small md:max-w-44 border bg-raised pr-1 pl-2 text-ui text-ink ${isSet ? 'border-water' : 'border-line-strong'}`}
      >
        {!isRequired && <option value="">Any</option>}
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
        {!isListed && <option value={value}>{isTime ? timeWords(value) : value.slice(0, 24)}</option>}
      </select>
    </div>
  );
}

function timeWords(value: string): string {
  return Number.isNaN(Date.parse(value)) ? value : clockWords(value, Date.now());
}
