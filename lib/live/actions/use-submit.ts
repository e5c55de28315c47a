// Sending a prompt, sending an unsent one again, and forgetting one.
import { useCallback } from 'react';
import { useLiveView } from '#lib/live/use-field.ts';
import type { Submission } from './outbox.ts';

/**
 * `submit({ text, parentId, options?, priority? })` draws the drop, clears the parent's draft and sends. It returns the
 * prompt's id at once and never throws: when the server does not take it, the drop turns unsent with text and problem.
 */
export function useSubmit(): (submission: Submission) => string {
  const view = useLiveView();
  return useCallback(
    (submission) => {
      if (view === null) throw new Error('a prompt can only be sent from a page');
      return view.outbox.submit(submission);
    },
    [view],
  );
}

/** Forgets an unsent drop and returns its text, for the compose bar; null when it is not unsent any more. */
export function useDiscard(): (promptId: string) => string | null {
  const view = useLiveView();
  return useCallback((promptId) => view?.outbox.discard(promptId) ?? null, [view]);
}
