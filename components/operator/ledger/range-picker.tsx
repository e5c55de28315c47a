// The days of the ledger: the usual ranges, or any two days.
import type { DayRange } from '#lib/domain/ledger/ledger-report.ts';
import { presets } from './ledger-url.ts';

interface RangePickerProps {
  readonly days: DayRange;
  readonly zone: string;
  readonly now: Date;
  readonly onChange: (days: DayRange) => void;
}

const field = 'h-7 rounded-small border border-line-strong bg-raised px-2 text-ui text-ink';

export function RangePicker({ days, zone, now, onChange }: RangePickerProps) {
  const { from, to } = days;
  // Whichever day is moved past the other one takes it along.
  const setFrom = (day: string) => day !== '' && onChange({ from: day, to: day > to ? day : to });
  const setTo = (day: string) => day !== '' && onChange({ from: day < from ? day : from, to: day });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex max-w-full overflow-x-auto rounded-small border border-line-strong bg-raised p-0.5">
        <legend className="sr-only">Days</legend>
        {presets(zone, now).map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={preset.days.from === from && preset.days.to === to}
            onClick={() => onChange(preset.days)}
            className="h-6 shrink-0 rounded-[6px] px-2.5 text-small text-dim hover:text-ink aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
          >
            {preset.name}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2 text-ui text-dim">
        <input
          type="date"
          aria-label="First day"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          className={field}
        />
        to
        <input
          type="date"
          aria-label="Last day"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          className={field}
        />
        <span>in {zone}</span>
      </div>
    </div>
  );
}
