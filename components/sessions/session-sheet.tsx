// The conversations of a person in a sheet at the side: found again, named, pinned, put away, opened, begun.
'use client';
import './sessions.css';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { reviveFocus } from '#components/shell/revive-focus.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { SessionLine } from './session-line.tsx';
import { useSessions } from './use-sessions.ts';

interface SessionSheetProps {
  /** The conversation the field is narrowed to. */
  readonly currentId: string | null;
  readonly onOpen: (sessionId: string) => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

export default function SessionSheet({ currentId, onOpen, onNew, onClose }: SessionSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [isArchive, setArchive] = useState(false);
  const q = useDeferredValue(typed.trim());
  const { sessions, isLoading, error, again, hasMore, more, actions } = useSessions(q, isArchive);
  useEffect(() => dialog.current?.showModal(), []);
  // The dialog gives the focus back when it closes; only then may something else take it.
  const leave = (run: () => void) => {
    dialog.current?.close();
    run();
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Conversations"
      className="sessions"
      onClose={() => {
        reviveFocus();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className="sessions-sheet">
        <header className="sessions-head">
          <h2>Conversations</h2>
          <Button icon="edit" onClick={() => leave(onNew)}>
            New<span className="max-[400px]:sr-only"> conversation</span>
          </Button>
          <IconButton icon="close" label="Close conversations" onClick={() => dialog.current?.close()} />
        </header>
        <div className="sessions-find">
          <input
            type="search"
            aria-label="Search conversations"
            placeholder="Search by title"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <label>
            <input type="checkbox" checked={isArchive} onChange={({ target }) => setArchive(target.checked)} />
            Archived
          </label>
        </div>
        <div className="sessions-list">
          {error !== null && (
            <div role="alert" className="sessions-none">
              <p>The conversations could not be loaded.</p>
              <p>{error.message}</p>
              <Button icon="retry" onClick={again}>
                Try again
              </Button>
            </div>
          )}
          {error === null && sessions.length === 0 && (
            <p role="status" className="sessions-none">
              {isLoading ? 'Loading…' : emptyWords(q, isArchive)}
            </p>
          )}
          <ul>
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isCurrent={session.id === currentId}
                actions={actions}
                onOpen={() => leave(() => onOpen(session.id))}
              />
            ))}
          </ul>
          {hasMore && <Button onClick={more}>Show older ones</Button>}
        </div>
      </div>
    </dialog>
  );
}

function emptyWords(q: string, isArchive: boolean): string {
  if (q !== '') return `No conversation is called “${q}”. What was said in them is found by the search of the field.`;
  if (isArchive) return 'No conversation is archived.';
  return 'No conversation yet. The first prompt begins one, and it takes its name from it.';
}
