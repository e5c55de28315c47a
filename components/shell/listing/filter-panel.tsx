// Everything the list can be narrowed by, as plain choices; each works at once and stands in the address.
import { modelWords } from '#components/ui/model-words.ts';
import { filterNames, filterWords } from '../filter-rows.ts';
import type { MissionUrl } from '../use-mission-url.ts';

type VerdictFilter = NonNullable<MissionUrl['verdict']>;

export const verdictChoices: Readonly<Record<VerdictFilter, string>> = {
  accept: 'Judged good',
  reject: 'Judged not good',
  needs_work: 'Needs work',
  none: 'Not judged yet',
};

const replyChoices = { with: 'With replies', without: 'Without replies' } as const;

interface FilterPanelProps {
  readonly url: MissionUrl;
  readonly onChange: (next: Partial<MissionUrl>) => void;
  readonly models: readonly string[];
}

export function FilterPanel({ url, onChange, models }: FilterPanelProps) {
  return (
    <div role="dialog" aria-label="Filters" className="filter-panel">
      <Choice
        name="State"
        value={url.state}
        choices={filterNames.map((name) => [name, filterWords[name]])}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        name="Model"
        value={url.model}
        choices={models.map((model) => [model, modelWords(model)])}
        onChange={(model) => onChange({ model })}
      />
      <Choice
        name="Verdict"
        value={url.verdict}
        choices={entriesOf(verdictChoices)}
        onChange={(verdict) => onChange({ verdict })}
      />
      <Choice
        name="Replies"
        value={url.replies}
        choices={entriesOf(replyChoices)}
        onChange={(replies) => onChange({ replies })}
      />
      <Day name="Sent from" value={url.from} onChange={(from) => onChange({ from })} />
      <Day name="Sent to" value={url.to} onChange={(to) => onChange({ to })} />
      <label className="filter-archived">
        <input
          type="checkbox"
          checked={url.archived === 'yes'}
          onChange={({ target }) => onChange({ archived: target.checked ? 'yes' : null })}
        />
        Only what I have archived
      </label>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly value: Value | null;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ name, value, choices, onChange }: ChoiceProps<Value>) {
  const isKnown = value === null || choices.some(([choice]) => choice === value);
  return (
    <label className="filter-choice">
      <span>{name}</span>
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(choices.find(([choice]) => choice === target.value)?.[0] ?? null)}
      >
        <option value="">Any</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Day({ name, value, onChange }: DayProps) {
  return (
    <label className="filter-choice">
      <span>{name}</span>
      <input type="date" value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} />
    </label>
  );
}

function entriesOf<Key extends string>(words: Readonly<Record<Key, string>>): [Key, string][];
function entriesOf(words: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(words);
}
