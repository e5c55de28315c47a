// What a person can do with a drop, from the map, the list and the thread alike; what goes wrong is said once, here.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayCancel } from '#lib/domain/drop.ts';
import type { ExecutionOptions } from '#lib/domain/prompt.ts';
import { cancelDrop } from '#lib/live/actions/cancel-drop.ts';
import type { Submission } from '#lib/live/actions/outbox.ts';
import { retryDrop } from '#lib/live/actions/retry-drop.ts';
import { ApiProblem, NetworkFailure } from '#lib/live/api.ts';
import { useLiveView } from '#lib/live/use-field.ts';
import { holdCancel, Undone } from './held-cancel.ts';
import { notify } from './toast.ts';

export interface DropActions {
  /** A running prompt stops at once; a waiting one after an undo notice; an unsent one is forgotten. */
  readonly stop: (promptId: string) => Promise<void>;
  /** Runs it again, or sends an unsent one again. Like `stop` it rejects when it did not get through; the person has been told. */
  readonly retry: (promptId: string, options?: ExecutionOptions) => Promise<void>;
  /** Sends a prompt; the id is its own from the first moment. */
  readonly submit: (submission: Submission) => string;
  /** Forgets an unsent prompt and hands back its text. */
  readonly discard: (promptId: string) => string | null;
}

export function useDropActions(): DropActions {
  const view = useLiveView();
  const client = useQueryClient();
  return useMemo(
    () => ({
      stop(promptId) {
        const drop = view?.readField().byId.get(promptId);
        if (view === null || drop === undefined) return Promise.resolve();
        if (drop.local?.kind === 'unsent') {
          view.outbox.discard(promptId);
          return Promise.resolve();
        }
        if (!mayCancel(drop)) return Promise.resolve();
        const isHeld = drop.state === 'queued' && drop.job_id !== '';
        return told(
          'It could not be stopped.',
          isHeld ? holdCancel(view, client, promptId) : cancelDrop(view, promptId),
        );
      },
      retry(promptId, options) {
        if (view === null) return Promise.resolve();
        const request = options === undefined ? {} : { options };
        const again = (confirm: boolean) => retryDrop(view, promptId, confirm ? { ...request, confirm } : request);
        const asked = again(false);
        asked.catch((error: unknown) => {
          if (isPromoted(error)) askToReplace(() => told(notTaken, again(true)));
        });
        return told(notTaken, asked);
      },
      submit(submission) {
        if (view === null) throw new Error('a prompt can only be sent from a page');
        return view.outbox.submit(submission);
      },
      discard: (promptId) => view?.outbox.discard(promptId) ?? null,
    }),
    [view, client],
  );
}

const notTaken = 'The retry was not taken.';

/** An answer that people have promoted is only replaced when they say so. */
function isPromoted(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'promoted';
}

function askToReplace(replace: () => void): void {
  notify('The answer of this prompt is promoted. Run it again all the same? The answer stays among the attempts.', {
    id: 'promoted',
    duration: 20_000,
    action: { label: 'Run again', onClick: replace },
  });
}

/** Tells the person when it fails. Callers may ignore the promise: its failure counts as heard. */
function told(what: string, request: Promise<unknown>): Promise<void> {
  const done = request.then(() => {});
  done.catch((error: unknown) => {
    if (error instanceof Undone || isPromoted(error)) return;
    if (error instanceof ApiProblem) notify(`${what} ${error.detail}`);
    else if (error instanceof NetworkFailure) notify(`${what} ${error.message}`);
    else notify(`${what} Something unexpected went wrong.`);
  });
  return done;
}
