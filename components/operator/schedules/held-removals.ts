// Removing a schedule waits six seconds behind an undo; the request is held here and sent when the page closes.
import { pushUndo } from '#components/ui/many/undo-stack.ts';
import { notify, withdraw } from '#components/ui/toast.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { removeSchedule } from '#lib/live/operator/schedules-api.ts';

/** Source: field contract, "Undo". */
const holdMs = 6_000;

let held: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** The ids that are about to be removed. */
export const heldRemovals = {
  read: () => held,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Holds a removal; `onEnd` is called when it was sent, with what went wrong if anything. */
export function holdRemoval({ id, name }: ScheduleRow, onEnd: (error: unknown) => Promise<void>): void {
  if (held.has(id)) return;
  setHeld([...held, id]);
  const release = () => {
    clearTimeout(timer);
    dropUndo();
    window.removeEventListener('pagehide', leave);
    withdraw(id);
  };
  const show = () => setHeld([...held].filter((one) => one !== id));
  const send = () => {
    release();
    // It stays hidden until the list without it is there; after a failure it comes back.
    removeSchedule(id)
      .then(() => onEnd(null), onEnd)
      .finally(show);
  };
  const leave = () => {
    release();
    // The page is going: nobody is left to hear how it went.
    removeSchedule(id, true).catch(() => {});
  };
  const undo = () => {
    release();
    show();
  };
  const timer = setTimeout(send, holdMs);
  const dropUndo = pushUndo(undo);
  window.addEventListener('pagehide', leave);
  notify(`Removed “${name}”. What it has sent stays.`, {
    id,
    duration: holdMs,
    action: { label: 'Undo', onClick: undo },
  });
}

function setHeld(ids: readonly string[]): void {
  held = new Set(ids);
  for (const listener of listeners) listener();
}
