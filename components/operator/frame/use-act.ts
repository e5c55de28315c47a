// Does something on the server for a person: one at a time for each thing, failures told, the page looked at again.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { notify, withdraw } from '#components/ui/toast.ts';
import { faultWords } from './page-states.tsx';
import { operatorKey } from './use-live-query.ts';

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

/** `isBusy(id)` while something is being done to that thing. */
export function useAct(): { readonly run: (deed: Deed) => Promise<boolean>; readonly isBusy: (id: string) => boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const run = useCallback(
    async (deed: Deed): Promise<boolean> => {
      setBusy((ids) => new Set(ids).add(deed.id));
      try {
        await deed.act();
        if (deed.says !== undefined) tell(deed, () => client.invalidateQueries({ queryKey: [operatorKey] }));
        return true;
      } catch (error) {
        notify(`${deed.failed} ${faultWords(error)}`, { id: deed.id });
        return false;
      } finally {
        setBusy((ids) => new Set([...ids].filter((id) => id !== deed.id)));
        void client.invalidateQueries({ queryKey: [operatorKey] });
      }
    },
    [client],
  );
  return { run, isBusy: (id) => busy.has(id) };
}

function tell({ id, says = '', undo, failed }: Deed, look: () => Promise<unknown>): void {
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
      .finally(() => void look());
  };
  const dropUndo = pushUndo(takeBack);
  const end = () => {
    isOver = true;
    dropUndo();
  };
  setTimeout(end, undoMs);
  notify(says, { id, duration: undoMs, action: { label: 'Undo', onClick: takeBack } });
}
