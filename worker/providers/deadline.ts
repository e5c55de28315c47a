// Holds a call to its time limit, and keeps "stopped by us", "stopped by the limit" and "failed" apart.
import { ProviderError } from './contract.ts';
import { safeWords } from './errors/wording.ts';

/** The adapter limit: how long a whole call may take, the last piece of text included. */
export const callLimitMs = 180_000;

/** Made once: an AbortError of the platform's own would cost each call ten times what the rest of its clock does. */
const callIsOver = new Error('The call is over.');

export interface Deadline {
  readonly limitMs: number;
  /** For the message. */
  readonly label: string;
}

/**
 * Runs `work` with a signal that fires when the caller's does or when the limit is over.
 * Throws the caller's own abort reason, or a ProviderError `timeout`; what `work` throws otherwise passes unchanged.
 * The request is given up as soon as `work` ends, however it ends.
 */
export async function runWithin<T>(
  signal: AbortSignal,
  { limitMs, label }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const inner = new AbortController();
  // Raced, not only told: a layer that is slow to hear of an abort holds nobody up.
  const aborted = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason), { once: true });
  });
  const stop = () => inner.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    inner.abort(new DOMException('The time limit of the call is over.', 'TimeoutError'));
  }, limitMs);
  try {
    return await Promise.race([work(inner.signal), aborted]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isOver)
      throw new ProviderError('timeout', safeWords(`${label} did not finish within ${seconds(limitMs)}.`), {
        cause: error,
      });
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    inner.abort(callIsOver);
  }
}

function seconds(ms: number): string {
  return ms === 1_000 ? '1 second' : `${(ms / 1_000).toLocaleString('en')} seconds`;
}
