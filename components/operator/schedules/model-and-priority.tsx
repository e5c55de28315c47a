// Which model answers, and how soon its prompts come up.
import { Field } from '#components/operator/frame/field.tsx';
import { useModels } from '#components/ui/use-models.ts';
import { priorities } from '#lib/domain/job.ts';
import type { Draft } from './schedule-form-state.ts';

interface ModelAndPriorityProps {
  readonly draft: Draft;
  readonly modelFault: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
}

const named: readonly (readonly [number, string])[] = [
  [priorities.urgent, 'Urgent'],
  [priorities.normal, 'Normal'],
  [priorities.later, 'Later'],
];

export function ModelAndPriority({ draft, modelFault, onChange }: ModelAndPriorityProps) {
  const offered = useModels()?.models.map(({ id, label }) => [id, label] as const) ?? [];
  // A model that no worker offers right now is still the one that was chosen.
  const isKnown = draft.model === '' || offered.some(([id]) => id === draft.model);
  const levels = named.some(([value]) => value === draft.priority)
    ? named
    : [...named, [draft.priority, `Priority ${draft.priority}`] as const];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field name="Model" fault={modelFault}>
        {(control) => (
          <select {...control} value={draft.model} onChange={({ target }) => onChange({ model: target.value })}>
            <option value="">The workers’ default</option>
            {!isKnown && <option value={draft.model}>{draft.model}</option>}
            {offered.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="Priority">
        {(control) => (
          <select
            {...control}
            value={draft.priority}
            onChange={({ target }) => onChange({ priority: Number(target.value) })}
          >
            {levels.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
