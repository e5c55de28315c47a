// Chooses how far back to look.
import { type Range, rangeNames, ranges } from './ranges.ts';

interface RangeSwitchProps {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  return (
    <fieldset className="flex max-w-full overflow-x-auto rounded-small border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">How far back</legend>
      {ranges.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === range}
          onClick={() => onChange(name)}
          className="h-6 shrink-0 rounded-[6px] px-2.5 text-small text-dim hover:text-ink aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
        >
          {rangeNames[name]}
        </button>
      ))}
    </fieldset>
  );
}
