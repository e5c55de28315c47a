// Does something on the server for a person: one at a time for each thing, failures told, the page looked at again.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { refreshOperator } from '#components/operator/batch/use-refresh.ts';
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { notify, withdraw } from '#components/ui/toast.ts';
import { faultWords } from './page-states.tsx';

export interface Deed {
  /** Which thing it is done to: its buttons wait meanwhile, and a later notice replaces the earlier one. */
  readonly id: string;
  readonly act: () => Promise<unknown>;
  /** Said when it went wrong, before the reason: "It could not be drained." */
  readonly failed: string;
  /** Said when it is done; with `undo` it can be taken back for a while, by the notice and by the undo key. */
  readonly says?: string;
  readonly undo?: () => Promise<unknown>;
}

/** Long enough to read the sentence and think again. */
const undoMs = 8_000;

/**
 * `isBusy(id)` while something is being done to that thing; asking for more of it meanwhile does nothing. Its buttons say
 * so by aria-disabled: a button that is disabled under the keyboard loses the focus.
 */
export function useAct(): { readonly run: (deed: Deed) => Promise<boolean>; readonly isBusy: (id: string) => boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const underWay = useRef(new Set<string>());
  const run = useCallback(
    async (deed: Deed): Promise<boolean> => {
      if (underWay.current.has(deed.id)) return false;
      underWay.current.add(deed.id);
      setBusy(new Set(underWay.current));
      try {
        await deed.act();
        if (deed.says !== undefined) tell(deed, () => refreshOperator(client));
        return true;
      } catch (error) {
        notify(`${deed.failed} ${faultWords(error)}`, { id: deed.id });
        return false;
      } finally {
        underWay.current.delete(deed.id);
        setBusy(new Set(underWay.current));
        refreshOperator(client);
      }
    },
    [client],
  );
  return { run, isBusy: (id) => busy.has(id) };
}

function tell({ id, says = '', undo, failed }: Deed, look: () => void): void {
  if (undo === undefined) {
    notify(says, { id });
    return;
  }
  let isOver = false;
  const takeBack = () => {
    if (isOver) return;
    end();
    withdraw(id);
    undo()
      .catch((error: unknown) => notify(`${failed} ${faultWords(error)}`, { id }))
      .finally(look);
  };
  const dropUndo = pushUndo(takeBack);
  const end = () => {
    isOver = true;
    dropUndo();
  };
  setTimeout(end, undoMs);
  notify(says, { id, duration: undoMs, action: { label: 'Undo', onClick: takeBack } });
}
