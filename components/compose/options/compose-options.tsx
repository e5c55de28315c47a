// The panel above the bar: which model answers, how often it is tried, how urgent it is, which key sends.
import { useModels } from '#components/ui/use-models.ts';
import { defaultMaxAttempts } from '#lib/domain/job.ts';
import type { ComposeSettings, Priority } from '../compose-settings.ts';
import type { SendWith } from '../send-key.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

interface ComposeOptionsProps {
  readonly settings: ComposeSettings;
  readonly onChange: (next: Partial<ComposeSettings>) => void;
}

export default function ComposeOptions({ settings, onChange }: ComposeOptionsProps) {
  return (
    <div className="space-y-4 p-3.5">
      <ModelChoice model={settings.model} onChange={(model) => onChange({ model })} />
      <label className="flex items-center justify-between gap-4">
        <span>
          Attempts
          <span className="block text-small text-dim">when the provider fails</span>
        </span>
        <input
          type="number"
          min={1}
          max={20}
          value={settings.maxAttempts ?? defaultMaxAttempts}
          onChange={({ target }) => onChange({ maxAttempts: Math.min(20, Math.max(1, target.valueAsNumber || 1)) })}
          className="h-7 w-16 rounded-small border border-line-strong bg-ground px-2 text-right"
        />
      </label>
      <Segments<Priority>
        legend="Priority"
        value={settings.priority}
        choices={[
          ['urgent', 'Urgent'],
          ['normal', 'Normal'],
          ['later', 'Later'],
        ]}
        onChange={(priority) => onChange({ priority })}
      />
      <label className="flex items-center justify-between gap-4">
        <span>
          Not before
          <span className="block text-small text-dim">for the next prompt</span>
        </span>
        <input
          type="datetime-local"
          min={toLocalTime(new Date())}
          value={settings.scheduledFor === null ? '' : toLocalTime(new Date(settings.scheduledFor))}
          onChange={({ target }) => onChange({ scheduledFor: fromLocalTime(target.value) })}
          className="h-7 rounded-small border border-line-strong bg-ground px-2"
        />
      </label>
      <Segments<SendWith>
        legend="Send with"
        value={settings.sendWith}
        choices={[
          ['enter', 'Enter'],
          ['mod-enter', '⌘/Ctrl Enter'],
        ]}
        onChange={(sendWith) => onChange({ sendWith })}
      />
    </div>
  );
}

interface ModelChoiceProps {
  readonly model: string | null;
  readonly onChange: (model: string | null) => void;
}

function ModelChoice({ model, onChange }: ModelChoiceProps) {
  const known = useModels();
  if (known === undefined) return <p className="text-dim">Looking for models…</p>;
  const hasReal = known.models.some(({ is_demo }) => !is_demo);
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Model</legend>
      <div className="-mx-1.5 max-h-56 overflow-y-auto">
        {known.models.map(({ id, label, provider, is_demo }) => (
          <label
            key={id}
            className="flex min-h-8 items-center gap-2.5 rounded-small px-1.5 hover:bg-hover has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="model"
              className="accent-(--water)"
              checked={(model ?? known.default) === id}
              onChange={() => onChange(id === known.default ? null : id)}
            />
            <span className="flex-1">{label}</span>
            <span className="text-small text-dim">{is_demo ? 'built in, not a real model' : provider}</span>
          </label>
        ))}
      </div>
      {!hasReal && (
        <p className="mt-1.5 text-small text-dim">
          Set <code className="font-mono">OPENAI_API_KEY</code> or another provider’s key to ask a real model.
        </p>
      )}
    </fieldset>
  );
}

interface SegmentsProps<T extends string> {
  readonly legend: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Segments<T extends string>({ legend, value, choices, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="flex items-center justify-between gap-4">
      <legend className="float-left">{legend}</legend>
      <div className="flex rounded-small border border-line-strong p-0.5">
        {choices.map(([choice, label]) => (
          <label
            key={choice}
            className="rounded-[6px] px-2.5 py-0.5 text-small text-dim has-checked:bg-water-soft has-checked:text-water-ink has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={legend}
              className="sr-only"
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
