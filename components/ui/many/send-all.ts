// The same request for many prompts: a few at a time, and one word about those that did not get through.
import { notify, withdraw } from '#components/ui/toast.ts';

export interface Sending {
  /** "could be retried", for the notice when some could not. */
  readonly wish: string;
  /** Does it to one. Rejects when it did not get through. */
  readonly send: (id: string) => Promise<unknown>;
  /** To all in one request instead of one by one; resolves to how many it was done to. */
  readonly sendMany?: (ids: readonly string[]) => Promise<number>;
  /** "Retrying", for the notice of how far a long one is. */
  readonly doing?: string;
}

/** From here on one wants to see how far it is. */
const longFrom = 24;
const progressNotice = 'many-progress';

/** Requests under way at once: a browser's share of one server. */
const atOnce = 6;

/** Never rejects: each drop shows by itself that nothing happened to it, and the person is told how many did not get through. */
export async function sendAll(
  sending: Sending,
  ids: readonly string[],
  tell: (text: string) => void = notify,
): Promise<void> {
  const { send, wish, doing } = sending;
  if (sending.sendMany !== undefined) return sendOnce(sending, sending.sendMany, ids, tell);
  const queue = [...ids];
  let failed = 0;
  let done = 0;
  const isLong = doing !== undefined && ids.length >= longFrom;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await send(id);
      } catch {
        // Counted: the count is what the person is told.
        failed++;
      }
      done++;
      if (isLong && done % atOnce === 0) notify(`${doing} ${done} of ${ids.length}…`, { id: progressNotice });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
  if (isLong) withdraw(progressNotice);
  if (failed > 0) tell(shortfall(ids.length - failed, ids.length, wish));
}

async function sendOnce(
  { wish }: Sending,
  sendMany: (ids: readonly string[]) => Promise<number>,
  ids: readonly string[],
  tell: (text: string) => void,
): Promise<void> {
  if (ids.length === 0) return;
  // What was wrong is the server's to log; the person is told what it means for the prompts.
  const done = await sendMany(ids).catch(() => 0);
  if (done < ids.length) tell(shortfall(done, ids.length, wish));
}

function shortfall(done: number, asked: number, wish: string): string {
  return `${done} of ${asked} ${wish}. The others are as they were.`;
}
