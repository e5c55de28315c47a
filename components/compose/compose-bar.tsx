// The compose bar: the next prompt can always be written and sent, whatever is running.
'use client';
import { useRef, useState } from 'react';
import { IconButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { Submission } from '#lib/live/actions/outbox.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useAttach } from './attach/use-attach.ts';
import { optionsOf, priorityOf, useComposeSettings } from './compose-settings.ts';
import { readHistory, recall, rememberPrompt } from './history.ts';
import { lengthNotice } from './length-notice.ts';
import { OptionsButton } from './options/options-button.tsx';
import { ParentChip } from './parent-chip.tsx';
import { withQuote } from './quote/quote.ts';
import { QuoteChip } from './quote/quote-chip.tsx';
import { useQuote } from './quote/use-quote.ts';
import { composeCommand } from './send-key.ts';
import type { SlashCommand } from './slash/slash-commands.ts';
import { SlashMenu, slashListId, slashOptionId } from './slash/slash-menu.tsx';
import { useSlash } from './slash/use-slash.ts';
import { useDraft } from './use-draft.ts';

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

export function ComposeBar({ parent, onClearParent, onSubmit, queue, draftRevision }: ComposeBarProps) {
  const parentId = parent?.prompt_id ?? null;
  const draft = useDraft(parentId, draftRevision);
  const { quote, clear: clearQuote } = useQuote(parentId, draftRevision);
  const { settings, change } = useComposeSettings();
  const [isOptionsOpen, setOptionsOpen] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const latest = useRef(draft.text);
  latest.current = draft.text;
  const attach = useAttach(() => latest.current, draft.setText);
  const pick = (command: SlashCommand) => {
    draft.setText('');
    if (command.change === 'options') setOptionsOpen(true);
    else if (command.change === 'attach') files.current?.click();
    else change(command.change);
  };
  const slash = useSlash(draft.text, pick);
  const notice = lengthNotice(withQuote(quote, draft.text).length);
  const isSendable = draft.text.trim() !== '' && notice?.isOver !== true;

  const send = () => {
    if (!isSendable) return;
    const text = withQuote(quote, draft.text);
    rememberPrompt(draft.text);
    // Emptied before anything is awaited: what is typed from here on belongs to the next prompt.
    draft.clear();
    clearQuote();
    onSubmit({
      text,
      parentId,
      options: optionsOf(settings),
      priority: priorityOf(settings),
      scheduledFor: settings.scheduledFor ?? undefined,
    });
    if (settings.scheduledFor !== null) change({ scheduledFor: null });
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const press = { ...pressOf(event), isComposing: event.nativeEvent.isComposing };
    const isPlain = !(press.isComposing || press.shiftKey || press.metaKey || press.ctrlKey || press.altKey);
    if (isPlain && press.keyCode !== 229 && slash.onKey(press.key)) {
      event.preventDefault();
      event.nativeEvent.stopImmediatePropagation();
      return;
    }
    const command = composeCommand(press, settings.sendWith);
    if (command === null) return;
    if (command === 'send') send();
    else {
      const recalled = recall(readHistory(), draft.text, command);
      if (recalled === null) return;
      draft.setText(recalled);
    }
    event.preventDefault();
  };

  return (
    <form
      aria-label="Compose"
      className={`compose relative rounded-card border bg-raised shadow-panel focus-within:border-water ${attach.isOver ? 'border-water border-dashed' : 'border-line-strong'}`}
      {...attach.handlers}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {slash.commands !== null && <SlashMenu commands={slash.commands} active={slash.active} onPick={pick} />}
      <div className="flex min-h-7 items-center px-2.5 pt-2">
        <ParentChip parent={parent} onClear={onClearParent} />
      </div>
      {quote !== null && <QuoteChip quote={quote} onClear={clearQuote} />}
      <textarea
        id={composeTextId}
        dir="auto"
        aria-label={parent === null ? 'Prompt for a new thread' : `Prompt that continues: ${parent.label}`}
        aria-describedby="compose-notice"
        aria-autocomplete="list"
        aria-controls={slash.commands === null ? undefined : slashListId}
        aria-activedescendant={slash.commands === null ? undefined : slashOptionId(slash.active)}
        placeholder={
          attach.isOver ? 'Drop the text file here' : parent === null ? 'Ask something, or / for commands' : 'Continue'
        }
        rows={1}
        value={draft.text}
        onChange={({ target }) => draft.setText(target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[40dvh] min-h-10 w-full resize-none overflow-y-auto bg-transparent px-3.5 py-1.5 text-read outline-none placeholder:text-dim"
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <OptionsButton settings={settings} onChange={change} isOpen={isOptionsOpen} onOpen={setOptionsOpen} />
        <IconButton
          icon="attach"
          label="Put a text file into the prompt, at most 200,000 characters together"
          className="size-8!"
          onClick={() => files.current?.click()}
        />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Text files for the prompt"
          onChange={({ target }) => {
            attach.add([...(target.files ?? [])]);
            document.getElementById(composeTextId)?.focus();
            // The same file can be chosen again.
            target.value = '';
          }}
        />
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
          className="ml-1 grid size-8 shrink-0 place-items-center rounded-full bg-water-fill text-on-water transition-[filter,opacity] duration-180 hover:brightness-110 aria-disabled:opacity-40"
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

function pressOf({ key, keyCode, shiftKey, metaKey, ctrlKey, altKey }: React.KeyboardEvent) {
  return { key, keyCode, shiftKey, metaKey, ctrlKey, altKey };
}
