// The same request for many prompts: a few at a time, and one word about those that did not get through.
import { notify } from '#components/ui/toast.ts';

export interface Sending {
  /** "could be retried", for the notice when some could not. */
  readonly wish: string;
  /** Does it to one. Rejects when it did not get through. */
  readonly send: (id: string) => Promise<unknown>;
}

/** Requests under way at once: a browser's share of one server. */
const atOnce = 6;

/** Never rejects: each drop shows by itself that nothing happened to it, and the person is told how many did not get through. */
export async function sendAll(
  { send, wish }: Sending,
  ids: readonly string[],
  tell: (text: string) => void = notify,
): Promise<void> {
  const queue = [...ids];
  let failed = 0;
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await send(id);
      } catch {
        // Counted: the count is what the person is told.
        failed++;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
  if (failed > 0) tell(`${ids.length - failed} of ${ids.length} ${wish}. The others are as they were.`);
}
