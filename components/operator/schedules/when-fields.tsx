// When it runs: usual times as one press, the expression itself, and whose clock is meant.
import { useId } from 'react';
import { Field } from '#components/operator/frame/field.tsx';
import type { Draft } from './schedule-form-state.ts';

interface WhenFieldsProps {
  readonly draft: Draft;
  readonly cronFault: string | undefined;
  readonly zoneFault: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onTouch: (name: keyof Draft) => void;
}

const usual: readonly (readonly [string, string])[] = [
  ['Every hour', '0 * * * *'],
  ['Every morning', '0 7 * * *'],
  ['Weekdays', '0 7 * * 1-5'],
  ['Mondays', '0 8 * * 1'],
  ['Monthly', '0 8 1 * *'],
];

export function WhenFields({ draft, cronFault, zoneFault, onChange, onTouch }: WhenFieldsProps) {
  const zonesId = useId();
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1 text-ui font-medium">When</legend>
        {usual.map(([words, cron]) => (
          <button
            key={cron}
            type="button"
            aria-pressed={draft.cron.trim() === cron}
            onClick={() => onChange({ cron })}
            className="h-7 rounded-full border border-line-strong px-3 text-ui text-dim hover:text-ink aria-pressed:border-water aria-pressed:bg-water-soft aria-pressed:text-ink"
          >
            {words}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="Cron expression" fault={cronFault} hint="minute hour day month weekday">
          {(control) => (
            <input
              {...control}
              value={draft.cron}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={({ target }) => {
                onChange({ cron: target.value });
                onTouch('cron');
              }}
              className={`${control.className} font-mono`}
            />
          )}
        </Field>
        <Field name="Time zone" fault={zoneFault} hint="Whose clock is meant, summer time included.">
          {(control) => (
            <input
              {...control}
              list={zonesId}
              value={draft.zone}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onChange({ zone: target.value })}
              onBlur={() => onTouch('zone')}
            />
          )}
        </Field>
        <datalist id={zonesId}>
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
    </>
  );
}
