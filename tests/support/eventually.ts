// Bounded waiting: asks again until it is so, or fails with the last reason.
import { setTimeout as wait } from 'node:timers/promises';

export interface Patience {
  /** Default 10 000. */
  readonly withinMs?: number;
}

/**
 * Asks again until `check` neither throws nor returns false, and resolves to what it returned.
 * After the time it fails with the last reason.
 */
export async function eventually<T>(check: () => T | Promise<T>, { withinMs = 10_000 }: Patience = {}): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    let reason: unknown;
    try {
      const result = await check();
      if (result !== false) return result;
      reason = 'the check answered false';
    } catch (error) {
      reason = error;
    }
    if (performance.now() > until) {
      const said = reason instanceof Error ? reason.message : String(reason);
      throw new Error(`not within ${withinMs} ms: ${said}`, { cause: reason });
    }
    await wait(15);
  }
}
