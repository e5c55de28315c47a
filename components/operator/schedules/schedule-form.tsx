// Writing a schedule, new or known: each fault stands by its field, and the next runs show while one types.
import { useState } from 'react';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { Dialog } from '#components/operator/frame/dialog.tsx';
import { Field } from '#components/operator/frame/field.tsx';
import { faultWords } from '#components/operator/frame/page-states.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { MissedChoice } from './missed-choice.tsx';
import { ModelAndPriority } from './model-and-priority.tsx';
import {
  addCommand,
  changeOf,
  type Draft,
  draftOf,
  editCommand,
  type Faults,
  faultsOf,
  newDraft,
  refusedFaults,
} from './schedule-form-state.ts';
import { TickPreview } from './tick-preview.tsx';
import { hereZone } from './tick-words.ts';
import { WhenFields } from './when-fields.tsx';

interface ScheduleFormProps {
  /** The schedule to change; absent for a new one. */
  readonly row?: ScheduleRow | undefined;
  /** What a new one sends, brought along from somewhere else. */
  readonly text: string;
  readonly nowMs: number;
  /** Stores it; rejects with what was refused. */
  readonly onSave: (draft: Draft) => Promise<void>;
  readonly onClose: () => void;
}

export function ScheduleForm({ row, text, nowMs, onSave, onClose }: ScheduleFormProps) {
  const [draft, setDraft] = useState<Draft>(() => (row === undefined ? newDraft(hereZone(), text) : draftOf(row)));
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft>>(new Set());
  const [refused, setRefused] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const faults = faultsOf(draft);
  const isWhole = Object.keys(faults).length === 0;
  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in next))));
  };
  const touch = (name: keyof Draft) => setTouched((names) => new Set(names).add(name));
  const faultAt = (name: keyof Draft) => refused[name] ?? (touched.has(name) ? faults[name] : undefined);
  const save = async () => {
    setTouched(new Set<keyof Draft>(['name', 'text', 'cron', 'zone']));
    if (!isWhole) return focusFirstFault();
    if (row !== undefined && Object.keys(changeOf(draft, row)).length === 0) return onClose();
    setSaving(true);
    setFailure(null);
    try {
      await onSave(draft);
      onClose();
    } catch (error) {
      const named = refusedFaults(error);
      if (named === null) setFailure(faultWords(error));
      else setRefused(named);
      focusFirstFault();
    } finally {
      setSaving(false);
    }
  };
  const isChanged = row === undefined || Object.keys(changeOf(draft, row)).length > 0;
  return (
    <Dialog title={row === undefined ? 'New schedule' : `Change “${row.name}”`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field name="Name" fault={faultAt('name')}>
          {(control) => (
            <input
              {...control}
              data-first=""
              value={draft.name}
              maxLength={200}
              placeholder="Morning summary"
              onChange={({ target }) => change({ name: target.value })}
              onBlur={() => draft.name !== '' && touch('name')}
            />
          )}
        </Field>
        <Field name="Prompt" fault={faultAt('text')} hint="Sent as it is at each run, as a new thread.">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={draft.text}
              onChange={({ target }) => change({ text: target.value })}
              onBlur={() => draft.text !== '' && touch('text')}
              className={`${control.className} block resize-y`}
            />
          )}
        </Field>
        <WhenFields
          draft={draft}
          cronFault={faultAt('cron')}
          zoneFault={faultAt('zone')}
          onChange={change}
          onTouch={touch}
        />
        <TickPreview cron={draft.cron} zone={draft.zone} nowMs={nowMs} />
        <MissedChoice value={draft.missed} fault={faultAt('missed')} onChange={(missed) => change({ missed })} />
        <ModelAndPriority draft={draft} modelFault={faultAt('model')} onChange={change} />
        {failure !== null && (
          <p role="alert" className="rounded-small bg-salmon-soft px-3 py-2 text-ui text-salmon-ink">
            It could not be saved. {failure}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          {isWhole && isChanged && (
            <CommandChip command={row === undefined ? addCommand(draft) : editCommand(draft, row)} />
          )}
          <div className="ml-auto flex gap-2">
            <Button tone="primary" type="submit" disabled={isSaving}>
              {row === undefined ? 'Create schedule' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** After the next paint, when the fields are marked. */
function focusFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus());
}
