// One conversation of the sheet: opened by a press, renamed in place, pinned or archived by the buttons at its end.
import { useState } from 'react';
import { IconButton } from '#components/ui/button.tsx';
import { clockWords } from '#components/ui/time-words.ts';
import type { SessionRow } from '#lib/domain/prompts/session.ts';
import type { SessionActions } from './use-sessions.ts';

interface SessionLineProps {
  readonly session: SessionRow;
  readonly isCurrent: boolean;
  readonly actions: SessionActions;
  readonly onOpen: () => void;
}

export function SessionLine({ session, isCurrent, actions, onOpen }: SessionLineProps) {
  const { id, title, pinned_at, archived_at, prompts, running, last_prompt_at } = session;
  const [draft, setDraft] = useState<string | null>(null);
  const rename = () => {
    if (draft !== null && draft.trim() !== '' && draft.trim() !== title) actions.rename(id, draft.trim());
    setDraft(null);
  };
  const isPinned = pinned_at !== null;
  return (
    <li className="session" data-current={isCurrent ? '' : undefined}>
      {draft === null ? (
        <button type="button" className="session-open" aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
          <span className="session-title">
            {isPinned && <span aria-hidden="true">◆ </span>}
            {title}
            {isPinned && <span className="sr-only">, pinned</span>}
          </span>
          <span className="session-facts">
            {prompts === 1 ? '1 prompt' : `${prompts.toLocaleString('en')} prompts`} ·{' '}
            {clockWords(last_prompt_at, Date.now())}
            {running > 0 && <span className="text-water-ink"> · {running} answering</span>}
          </span>
        </button>
      ) : (
        <input
          className="session-rename"
          aria-label={`New name of: ${title}`}
          value={draft}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
          autoFocus
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename();
            if (event.key !== 'Escape') return;
            // Only the renaming ends, not the sheet.
            event.preventDefault();
            event.stopPropagation();
            setDraft(null);
          }}
        />
      )}
      <span className="session-actions">
        <IconButton icon="edit" label={`Rename: ${title}`} onClick={() => setDraft(title)} />
        <IconButton
          icon="pin"
          label={`${isPinned ? 'Unpin' : 'Pin'}: ${title}`}
          aria-pressed={isPinned}
          onClick={() => actions.pin(id, !isPinned)}
        />
        <IconButton
          icon={archived_at === null ? 'shelf' : 'retry'}
          label={`${archived_at === null ? 'Archive' : 'Restore'}: ${title}`}
          onClick={() => actions.archive(session, archived_at === null)}
        />
      </span>
    </li>
  );
}
