// The text being written: local to the bar, kept per parent in this browser, cleared the moment it is sent.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type DraftParent, readDraft, writeDraft } from '#lib/live/actions/drafts.ts';

/** Long texts are not written to storage at every key. */
const keepAfterMs = 250;

export interface Draft {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Empties the bar at once; the stored copy goes too. */
  readonly clear: () => void;
}

/** Another parent brings its own draft. `revision` changes when somebody else wrote the draft of this parent. */
export function useDraft(parentId: DraftParent, revision: number): Draft {
  const [text, setState] = useState('');
  const waiting = useRef<{ parentId: DraftParent; text: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const flush = useCallback(() => {
    if (waiting.current === null) return;
    clearTimeout(waiting.current.timer);
    writeDraft(waiting.current.parentId, waiting.current.text);
    waiting.current = null;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means that the stored draft changed
  useEffect(() => {
    setState(readDraft(parentId));
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [parentId, revision, flush]);

  const setText = useCallback(
    (next: string) => {
      setState(next);
      clearTimeout(waiting.current?.timer);
      waiting.current = { parentId, text: next, timer: setTimeout(flush, keepAfterMs) };
    },
    [parentId, flush],
  );

  const clear = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
    setState('');
    writeDraft(parentId, '');
  }, [parentId]);

  return { text, setText, clear };
}
