// The compose bar: the next prompt can always be written and sent, whatever is running.
'use client';
import dynamic from 'next/dynamic';
import { useCallback, useRef, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { isDemo, modelWords } from '#components/ui/model-words.ts';
import { useDismiss } from '#components/ui/use-dismiss.ts';
import { useModels } from '#components/ui/use-models.ts';
import type { Submission } from '#lib/live/actions/outbox.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { type ComposeSettings, optionsOf, priorityOf, useComposeSettings } from './compose-settings.ts';
import { lengthNotice } from './length-notice.ts';
import { ParentChip } from './parent-chip.tsx';
import { withQuote } from './quote.ts';
import { QuoteChip } from './quote-chip.tsx';
import { composeCommand } from './send-key.ts';
import { useDraft } from './use-draft.ts';
import { useQuote } from './use-quote.ts';

const ComposeOptions = dynamic(() => import('./compose-options.tsx'), {
  ssr: false,
  loading: () => <p className="p-3.5 text-dim">…</p>,
});

export interface ComposeBarProps {
  /** What the next prompt continues; taken at the moment of sending. */
  readonly parent: FieldDrop | null;
  readonly onClearParent: () => void;
  readonly onSubmit: (submission: Submission) => void;
  /** "4 running, 6 waiting". */
  readonly queue: string;
  /** Grows when the stored draft was written by somebody else. */
  readonly draftRevision: number;
}

export const composeTextId = 'compose-text';
const lastPromptKey = 'asterion.last-prompt';

export function ComposeBar({ parent, onClearParent, onSubmit, queue, draftRevision }: ComposeBarProps) {
  const parentId = parent?.prompt_id ?? null;
  const draft = useDraft(parentId, draftRevision);
  const { quote, clear: clearQuote } = useQuote(parentId, draftRevision);
  const { settings, change } = useComposeSettings();
  const notice = lengthNotice(withQuote(quote, draft.text).length);
  const isSendable = draft.text.trim() !== '' && notice?.isOver !== true;

  const send = () => {
    if (!isSendable) return;
    const text = withQuote(quote, draft.text);
    // Emptied before anything is awaited: what is typed from here on belongs to the next prompt.
    rememberPrompt(draft.text);
    draft.clear();
    clearQuote();
    onSubmit({ text, parentId, options: optionsOf(settings), priority: priorityOf(settings) });
  };

  return (
    <form
      aria-label="Compose"
      className="compose rounded-card border border-line-strong bg-raised shadow-panel focus-within:border-water"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex min-h-7 items-center px-2.5 pt-2">
        <ParentChip parent={parent} onClear={onClearParent} />
      </div>
      {quote !== null && <QuoteChip quote={quote} onClear={clearQuote} />}
      <textarea
        id={composeTextId}
        aria-label={parent === null ? 'Prompt for a new thread' : `Prompt that continues: ${parent.label}`}
        aria-describedby="compose-notice"
        placeholder={parent === null ? 'Ask something' : 'Continue'}
        rows={1}
        value={draft.text}
        onChange={({ target }) => draft.setText(target.value)}
        onKeyDown={(event) => {
          const command = composeCommand(
            { ...pressOf(event), isComposing: event.nativeEvent.isComposing },
            settings.sendWith,
          );
          if (command === 'recall' && draft.text === '') draft.setText(recallPrompt());
          else if (command === 'send') send();
          else return;
          event.preventDefault();
        }}
        className="field-sizing-content block max-h-[40dvh] min-h-10 w-full resize-none overflow-y-auto bg-transparent px-3.5 py-1.5 text-read outline-none placeholder:text-dim"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <OptionsButton settings={settings} onChange={change} />
        <span
          id="compose-notice"
          className={`min-w-0 flex-1 text-right text-small ${notice?.isOver ? 'text-salmon-ink' : 'text-dim'}`}
        >
          {notice?.text ?? queue}
        </span>
        <button
          type="submit"
          aria-label="Send"
          title={settings.sendWith === 'enter' ? 'Send (Enter)' : 'Send (⌘/Ctrl Enter)'}
          aria-disabled={!isSendable}
          className="grid size-8 shrink-0 place-items-center rounded-full bg-water-fill text-on-water transition-[filter,opacity] duration-180 hover:brightness-110 aria-disabled:opacity-40"
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

function OptionsButton({
  settings,
  onChange,
}: {
  readonly settings: ComposeSettings;
  readonly onChange: (next: Partial<ComposeSettings>) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useDismiss(panel, isOpen, close);
  const model = useModelName(settings.model);
  return (
    <div ref={panel} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex h-8 items-center gap-1.5 rounded-small px-2 text-ui text-dim hover:bg-hover hover:text-ink"
      >
        <Icon name="sliders" size={14} />
        <span className="max-w-44 truncate">{model ?? 'Model'}</span>
        {settings.priority !== 'normal' && <span>· {settings.priority}</span>}
      </button>
      {isOpen && (
        <div
          role="dialog"
          aria-label="How this prompt is sent"
          className="absolute bottom-10 left-0 z-40 w-84 max-w-[calc(100vw-32px)] rounded-card border border-line-strong bg-raised text-ui shadow-panel"
        >
          <ComposeOptions settings={settings} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

function useModelName(chosen: string | null): string | null {
  const known = useModels();
  const id = chosen ?? known?.default;
  if (id === undefined) return null;
  return isDemo(id) ? modelWords(id) : (known?.models.find((model) => model.id === id)?.label ?? modelWords(id));
}

function pressOf({ key, keyCode, shiftKey, metaKey, ctrlKey, altKey }: React.KeyboardEvent) {
  return { key, keyCode, shiftKey, metaKey, ctrlKey, altKey };
}

function rememberPrompt(text: string): void {
  try {
    localStorage.setItem(lastPromptKey, text);
  } catch {
    // Full or switched off: nothing to recall then.
  }
}

function recallPrompt(): string {
  try {
    return localStorage.getItem(lastPromptKey) ?? '';
  } catch {
    return '';
  }
}
