// Something done to many prompts at once waits six seconds behind one notice: undone, sent early for some, or sent at the end.
import { notify, withdraw } from '#components/ui/toast.ts';
import { type Sending, sendAll } from './send-all.ts';
import { pushUndo } from './undo-stack.ts';

/** Source: field contract, "Undo". */
export const holdMs = 6_000;

export interface ManyRequest extends Sending {
  /** "Retrying 12 prompts" */
  readonly says: string;
  readonly ids: readonly string[];
  /** Takes back what the page shows of it already. */
  readonly release: (ids: readonly string[]) => void;
  /** Does it to one although nobody is left to hear how it went. */
  readonly sendBlind: (id: string) => void;
  /** The same for all of them in one request, where there is one. */
  readonly sendManyBlind?: (ids: readonly string[]) => void;
}

export interface Held {
  /** Sends some now: there is nothing left to take back about them. */
  readonly sendNow: (ids: readonly string[]) => void;
  readonly isWaiting: (id: string) => boolean;
}

let made = 0;

/** Holds a request. `onEnd` is called once, when nothing of it waits any more. */
export function holdMany(request: ManyRequest, onEnd: () => void = () => {}): Held {
  const waiting = new Set(request.ids);
  const notice = `many-${++made}`;
  const take = (ids: readonly string[]): string[] => {
    const taken = ids.filter((id) => waiting.delete(id));
    if (taken.length > 0) request.release(taken);
    if (waiting.size === 0) end();
    return taken;
  };
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    dropUndo();
    window.removeEventListener('pagehide', leave);
    withdraw(notice);
    onEnd();
  };
  const sendNow = (ids: readonly string[]) => void sendAll(request, take(ids));
  const leave = () => {
    const left = take([...waiting]);
    if (request.sendManyBlind !== undefined) request.sendManyBlind(left);
    else for (const id of left) request.sendBlind(id);
  };
  const undo = () => void take([...waiting]);
  const timer = setTimeout(() => sendNow([...waiting]), holdMs);
  const dropUndo = pushUndo(undo);
  window.addEventListener('pagehide', leave);
  notify(request.says, { id: notice, duration: holdMs, action: { label: 'Undo', onClick: undo } });
  return { sendNow, isWaiting: (id) => waiting.has(id) };
}
