// The sheet of shortcuts that `?` opens, and the switch that turns single letters off.
import { useEffect, useRef, useState } from 'react';
import { useComposeSettings } from '#components/compose/compose-settings.ts';
import type { SendWith } from '#components/compose/send-key.ts';
import { IconButton } from '#components/ui/button.tsx';
import { reviveFocus } from '../revive-focus.ts';
import { areLettersOn, setLetters } from './use-shortcuts.ts';

type Keys = readonly (readonly [keys: string, does: string])[];

const anywhere: Keys = [
  ['⌘K  Ctrl K', 'Commands and search in all texts'],
  ['c  i', 'Write a prompt'],
  ['A … Z', 'Begin a prompt with this capital'],
  ['/', 'Search'],
  ['l', 'Map or list'],
  ['u', 'Undo'],
  ['g f  g o', 'To the field, to the operator pages'],
  ['1 … 6', 'From operator page to operator page'],
  ['Esc', 'Close the innermost thing'],
  ['?', 'This sheet'],
];

const inField: Keys = [
  ['↑ ↓', 'Parent, first reply; in the list line by line'],
  ['← →', 'Siblings, then threads; in the list close, open'],
  ['Home End', 'First, newest; in the list first, last'],
  ['PgUp PgDn', 'A page of the list'],
  ['n p', 'Next, previous that needs you'],
  ['Enter', 'Open the thread'],
  ['t', 'Trace, and back'],
  ['Space', 'Add to the selection'],
  ['⇧ ↑ ↓', 'Select a range, in the list'],
  ['⌘A  Ctrl A', 'Select everything shown'],
  ['r', 'Retry'],
  ['⇧R', 'Retry with another model'],
  ['⇧F10', 'Menu of a prompt'],
  ['x', 'Stop'],
  ['+ − 0 1', 'Zoom, fit, full size'],
];

/** What Enter does is the person's choice: the sheet tells what holds. */
function whileWriting(sendWith: SendWith): Keys {
  const sending: Keys =
    sendWith === 'enter'
      ? [
          ['Enter', 'Send'],
          ['⇧ Enter', 'New line'],
          ['⌘ Enter  Ctrl Enter', 'Send, whatever the setting'],
        ]
      : [
          ['⌘ Enter  Ctrl Enter', 'Send, also an edited prompt'],
          ['Enter', 'New line'],
        ];
  return [
    ...sending,
    ['⌘ ↑ ↓  Ctrl ↑ ↓', 'Prompts written before, back and forth'],
    ['/', 'At the beginning: model, priority, time, file'],
    ['↑ ↓  Enter  Tab', 'Choose one of these'],
  ];
}

export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(areLettersOn);
  const { settings } = useComposeSettings();
  const groups: readonly (readonly [string, Keys])[] = [
    ['Anywhere', anywhere],
    ['In the field', inField],
    ['While writing', whileWriting(settings.sendWith)],
  ];
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label="Keyboard shortcuts"
      onClose={() => {
        reviveFocus();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="m-auto max-h-[85dvh] w-[min(940px,calc(100vw-32px))] rounded-card border border-line-strong bg-panel p-0 text-ink backdrop:bg-black/50"
    >
      <div className="p-5">
        <div className="mb-4 flex items-center justify-between">
          <h2 className="text-[15px] font-semibold">Keyboard shortcuts</h2>
          <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
        </div>
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {groups.map(([title, keys]) => (
            <section key={title}>
              <h3 className="mb-2 text-small font-medium text-dim">{title}</h3>
              <dl className="space-y-1.5 text-ui">
                {keys.map(([key, does]) => (
                  <div key={key} className="flex items-baseline justify-between gap-3">
                    <dt className="order-2">
                      <kbd className="rounded-[5px] border border-line-strong bg-raised px-1.5 py-0.5 text-small whitespace-nowrap">
                        {key}
                      </kbd>
                    </dt>
                    <dd className="text-dim">{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <label className="mt-6 flex items-center gap-2.5 border-t border-line pt-4 text-ui">
          <input
            type="checkbox"
            checked={isOn}
            className="accent-(--water)"
            onChange={({ target }) => {
              setLetters(target.checked);
              setOn(target.checked);
            }}
          />
          Single letters are shortcuts
        </label>
      </div>
    </dialog>
  );
}
