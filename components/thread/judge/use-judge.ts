// Saying what one thinks of an answer: verdicts and steps of its firmness, told to the server and shown at once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { notify, withdraw } from '#components/ui/toast.ts';
import { type StateClass, stateClasses, type VerdictWord } from '#lib/domain/prompts/verdict.ts';
import { ApiProblem, NetworkFailure } from '#lib/live/api.ts';
import { demoteAnswer, giveVerdict, promoteAnswer } from '#lib/live/dock-api.ts';
import { nowWords } from './judge-words.ts';

export interface Judge {
  /** A request is under way. */
  readonly isBusy: boolean;
  /** Resolves to false when it was not kept; the person has been told why. */
  readonly give: (responseId: string, verdict: VerdictWord, note?: string) => Promise<boolean>;
  readonly move: (promptId: string, from: StateClass, to: StateClass) => Promise<boolean>;
}

export function useJudge(): Judge {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const tell = async (what: string, request: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await request();
      return true;
    } catch (error) {
      const why = error instanceof ApiProblem ? error.detail : error instanceof NetworkFailure ? error.message : '';
      notify(`${what} ${why}`.trim());
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['thread'] });
      void client.invalidateQueries({ queryKey: ['verdicts'] });
    }
  };
  return {
    isBusy,
    give: (responseId, verdict, note) =>
      tell('The verdict was not kept.', () =>
        giveVerdict(responseId, note === undefined ? { verdict } : { verdict, note }),
      ),
    move(promptId, from, to) {
      const isUp = stateClasses.indexOf(to) > stateClasses.indexOf(from);
      const step = (confirm: boolean) =>
        isUp ? promoteAnswer(promptId, confirm ? { to, confirm } : { to }) : demoteAnswer(promptId, { to });
      const back = () => (isUp ? demoteAnswer(promptId, { to: from }) : promoteAnswer(promptId, { to: from }));
      return tell('The answer keeps its place.', async () => {
        try {
          await step(false);
          offerUndo(promptId, nowWords[to], () => void tell('It could not be undone.', back));
        } catch (error) {
          if (!(error instanceof ApiProblem && error.code === 'promoted')) throw error;
          notify('An earlier answer of this prompt holds that place.', {
            duration: 20_000,
            action: {
              label: 'Take its place',
              onClick: () => void tell('The answer keeps its place.', () => step(true)),
            },
          });
        }
      });
    },
  };
}

const undoMs = 6_000;

/** By the notice's button and by the undo key, as long as the notice stands. */
function offerUndo(promptId: string, did: string, back: () => void): void {
  const id = `class ${promptId}`;
  const undo = () => {
    drop();
    withdraw(id);
    back();
  };
  const drop = pushUndo(undo);
  setTimeout(drop, undoMs);
  notify(did, { id, duration: undoMs, action: { label: 'Undo', onClick: undo } });
}
