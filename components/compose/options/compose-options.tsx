// The panel above the bar: which model answers, how often it is tried, how urgent it is, which key sends.
import { Button } from '#components/ui/button.tsx';
import { useModels } from '#components/ui/use-models.ts';
import { defaultMaxAttempts } from '#lib/domain/job.ts';
import type { ComposeSettings, Priority } from '../compose-settings.ts';
import type { SendWith } from '../send-key.ts';
import { fromLocalTime, toLocalTime, zoneWords } from './local-time.ts';

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
      <NotBefore at={settings.scheduledFor} onChange={(scheduledFor) => onChange({ scheduledFor })} />
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

interface NotBeforeProps {
  readonly at: string | null;
  readonly onChange: (at: string | null) => void;
}

/** Holds for the next prompt alone, and says by whose clock. */
function NotBefore({ at, onChange }: NotBeforeProps) {
  const isPast = at !== null && Date.parse(at) <= Date.now();
  return (
    <div className="space-y-1">
      <label className="flex items-center justify-between gap-4">
        <span className="shrink-0">Not before</span>
        <input
          type="datetime-local"
          min={toLocalTime(new Date())}
          value={at === null ? '' : toLocalTime(new Date(at))}
          onChange={({ target }) => onChange(fromLocalTime(target.value))}
          className="h-7 min-w-0 rounded-small border border-line-strong bg-ground px-2"
        />
      </label>
      <p className="flex min-h-6 items-center justify-between gap-2 text-small text-dim">
        <span>
          {isPast
            ? 'That has passed: the next prompt runs at once.'
            : `The next prompt, ${zoneWords(at === null ? new Date() : new Date(at))}`}
        </span>
        {at !== null && (
          <Button tone="quiet" className="h-6! shrink-0 px-2!" onClick={() => onChange(null)}>
            At once
          </Button>
        )}
      </p>
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
