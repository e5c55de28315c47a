// Pausing: what, for how long, why; it says beforehand how much will wait, and shows the command that does the same.
import { useState } from 'react';
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { Dialog } from '#components/operator/frame/dialog.tsx';
import { Field } from '#components/operator/frame/field.tsx';
import { counted } from '#components/operator/frame/figure-words.ts';
import { useAct } from '#components/operator/frame/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import type { PauseList } from '#lib/domain/operator/pause.ts';
import type { WorkerView } from '#lib/domain/operator/worker-row.ts';
import { pauseScopes, resumeScopes } from '#lib/live/operator/workers-api.ts';
import {
  choicesOf,
  knownPause,
  loadOf,
  type PauseKind,
  pauseCommand,
  pauseKinds,
  pauseKindWords,
  pauseLengths,
} from './pause-choices.ts';
import { scopeName } from './worker-words.ts';

interface PauseDialogProps {
  readonly workers: readonly WorkerView[];
  readonly paused: PauseList;
  readonly onClose: () => void;
}

export function PauseDialog({ workers, paused, onClose }: PauseDialogProps) {
  const [kind, setKind] = useState<PauseKind>('everything');
  const [wanted, setWanted] = useState('');
  const [length, setLength] = useState(0);
  const [reason, setReason] = useState('');
  const { run, isBusy } = useAct();
  const choices = choicesOf(kind, workers, paused.lanes);
  const scope = (choices.find((choice) => choice.scope === wanted) ?? choices[0])?.scope ?? null;
  const { forS, flag } = pauseLengths[length] ?? { forS: null, flag: '' };
  const pause = async () => {
    if (scope === null) return;
    const before = knownPause(scope, paused.pauses);
    const isDone = await run({
      id: scope,
      act: () => pauseScopes({ scopes: [scope], forS, reason: reason.trim() }),
      failed: `${scopeName(scope)} could not be paused.`,
      says: `${scopeName(scope)}: paused.`,
      // A pause that was there before is not brought back by halves: only a new one can be taken back.
      ...(before === undefined ? { undo: () => resumeScopes([scope]) } : {}),
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title="Pause" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void pause();
        }}
      >
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-ui font-medium">What</legend>
          <div className="flex flex-wrap gap-1.5">
            {pauseKinds.map((name, at) => (
              <label
                key={name}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-small border border-line-strong px-3 text-ui has-checked:border-water has-checked:bg-water-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-water"
              >
                <input
                  type="radio"
                  name="what"
                  data-first={at === 0 ? '' : undefined}
                  checked={kind === name}
                  onChange={() => setKind(name)}
                  className="sr-only"
                />
                {pauseKindWords[name]}
              </label>
            ))}
          </div>
        </fieldset>
        {kind !== 'everything' && (
          <Field name={pauseKindWords[kind].replace(/^A /, 'Which ')} hint={loadWords(scope, paused)}>
            {(control) => (
              <select {...control} value={scope ?? ''} onChange={({ target }) => setWanted(target.value)}>
                {choices.map((choice) => (
                  <option key={choice.scope} value={choice.scope}>
                    {choice.words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {kind === 'everything' && <p className="text-small text-dim">{loadWords(scope, paused)}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="For how long">
            {(control) => (
              <select {...control} value={length} onChange={({ target }) => setLength(Number(target.value))}>
                {pauseLengths.map(({ words }, at) => (
                  <option key={words} value={at}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field name="Why" hint="Shown to whoever asks why a prompt waits.">
            {(control) => (
              <input
                {...control}
                value={reason}
                maxLength={200}
                placeholder="paused by an operator"
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          {scope !== null && <CommandChip command={pauseCommand(scope, flag, reason.trim())} />}
          <div className="ml-auto flex gap-2">
            <Button
              tone="primary"
              type="submit"
              disabled={scope === null}
              aria-disabled={scope !== null && isBusy(scope)}
            >
              Pause
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

function loadWords(scope: string | null, { lanes, pauses }: PauseList): string {
  if (scope === null) return 'There is nothing of this sort.';
  const { waiting, running } = loadOf(scope, lanes);
  const known = knownPause(scope, pauses) === undefined ? '' : ' It is paused already; this replaces that.';
  const now = `${counted(waiting, 'waiting prompt')} will keep waiting, ${counted(running, 'running one')} go${running === 1 ? 'es' : ''} on.`;
  return `${now} New ones are taken and wait.${known}`;
}
