// The prompt of a turn: its words as written, when it was asked, its versions, and editing it into a new one.
import { useRef, useState } from 'react';
import { lengthNotice } from '#components/compose/length-notice.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { FieldDrop } from '#lib/live/cache.ts';
import { CopyButton } from '../copy-button.tsx';
import { Collapsible } from './collapsible.tsx';
import { SiblingPicker } from './sibling-picker.tsx';

interface PromptCardProps {
  readonly drop: FieldDrop;
  readonly text: string;
  readonly nowMs: number;
  readonly siblingIds: readonly string[];
  readonly onSelect: (promptId: string) => void;
  /** Sends an edited text as a new version beside this one. */
  readonly onSendEdited: (text: string) => void;
}

export function PromptCard({ drop, text, nowMs, siblingIds, onSelect, onSendEdited }: PromptCardProps) {
  const [isEditing, setEditing] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const leave = () => {
    setEditing(false);
    // Back to where the editing began; the button is there again after the next render.
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  };
  return (
    <div ref={card} className="group rounded-card border border-line bg-raised px-3.5 pt-3 pb-1.5">
      {isEditing ? (
        <PromptEditor
          text={text}
          onCancel={leave}
          onSend={(edited) => {
            setEditing(false);
            onSendEdited(edited);
          }}
        />
      ) : (
        <Collapsible id={drop.prompt_id} lines={12}>
          <PromptText text={text} />
        </Collapsible>
      )}
      <div className="mt-1 flex min-h-7 items-center gap-1 text-small text-dim">
        <Instant iso={drop.created_at} nowMs={nowMs} />
        <span className="flex-1" />
        <SiblingPicker promptId={drop.prompt_id} siblingIds={siblingIds} onSelect={onSelect} />
        {!isEditing && (
          <>
            <CopyButton text={text} label="Copy prompt" />
            <IconButton
              data-edit=""
              icon="edit"
              label="Edit and send"
              onClick={() => setEditing(true)}
              className="-mr-1.5"
            />
          </>
        )}
      </div>
    </div>
  );
}

/** The line that steers the demo model is set apart, so that the words to it read as what they are. */
function PromptText({ text }: { readonly text: string }) {
  const [, directive, rest] = /^\s*(@demo[^\n]*)\n?([\s\S]*)$/.exec(text) ?? [null, null, text];
  return (
    <div dir="auto" className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">
      {directive !== null && directive !== undefined && (
        <bdi className="mb-1 block font-mono text-small text-dim">{directive}</bdi>
      )}
      {rest}
    </div>
  );
}

interface PromptEditorProps {
  readonly text: string;
  readonly onCancel: () => void;
  readonly onSend: (text: string) => void;
}

function PromptEditor({ text, onCancel, onSend }: PromptEditorProps) {
  const [edited, setEdited] = useState(text);
  const notice = lengthNotice(edited.length);
  const isSendable = edited.trim() !== '' && notice?.isOver !== true;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSendable) onSend(edited);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        if (event.key === 'Escape') {
          // Only the editing ends: the page's own Escape would close the whole dock, and it listens beside React's root.
          event.stopPropagation();
          event.nativeEvent.stopImmediatePropagation();
          onCancel();
        } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          if (isSendable) onSend(edited);
        }
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit
        autoFocus
        aria-label="Edited prompt"
        // One goes on where the text ends; browsers begin at its start.
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        dir="auto"
        value={edited}
        onChange={({ target }) => setEdited(target.value)}
        className="field-sizing-content max-h-80 min-h-20 w-full resize-none bg-transparent text-read outline-none"
      />
      <div className="mt-2 flex items-center justify-end gap-2">
        <span className={`mr-auto text-small ${notice?.isOver ? 'text-salmon-ink' : 'text-dim'}`}>
          {notice?.text ?? 'Becomes a new version. This one stays.'}
        </span>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" tone="primary" title="Send (⌘/Ctrl Enter)" disabled={!isSendable}>
          Send
        </Button>
      </div>
    </form>
  );
}
