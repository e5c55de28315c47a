// What becomes of runs that passed while no worker was there.
import { type MissedPolicy, missedPolicies } from '#lib/domain/queue/schedule-row.ts';
import { missedWords } from './tick-words.ts';

interface MissedChoiceProps {
  readonly value: MissedPolicy;
  readonly fault: string | undefined;
  readonly onChange: (policy: MissedPolicy) => void;
}

const order: readonly MissedPolicy[] = ['once', ...missedPolicies.filter((policy) => policy !== 'once')];

export function MissedChoice({ value, fault, onChange }: MissedChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-ui font-medium">Runs missed while no worker was there</legend>
      <div className="grid gap-1.5 sm:grid-cols-3">
        {order.map((policy) => (
          <label
            key={policy}
            className="cursor-pointer rounded-small border border-line-strong px-3 py-2 text-ui has-checked:border-water has-checked:bg-water-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-water"
          >
            <input
              type="radio"
              name="missed"
              checked={value === policy}
              onChange={() => onChange(policy)}
              className="sr-only"
            />
            {missedWords[policy].name}
            <span className="block text-small text-dim">{missedWords[policy].means}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && <p className="mt-1 text-small text-salmon-ink">{fault}</p>}
    </fieldset>
  );
}
