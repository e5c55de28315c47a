// Something done again and again until stopped: never twice at once, never ended by an error.
import type { Log } from '#lib/log.ts';
import { pause } from './backoff.ts';

export interface Repeating {
  /** Stops and waits for the round that is under way. */
  stop(): Promise<void>;
  /** Something has changed: the next round comes now instead of after its wait. */
  hurry(): void;
}

/**
 * Runs `round` at once and then after the milliseconds it returned. A round that throws is logged, once per
 * series of failures, and the next one comes after `afterErrorMs`.
 */
export function repeat(what: string, log: Log, afterErrorMs: number, round: () => Promise<number>): Repeating {
  let isEnded = false;
  let hurried = false;
  let cutShort = (): void => undefined;
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!isEnded) {
      let waitMs = afterErrorMs;
      hurried = false;
      try {
        waitMs = await round();
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ error }, `${what} failed; it goes on`);
      }
      if (hurried || isEnded) continue;
      const waiting = new AbortController();
      cutShort = () => waiting.abort();
      await pause(waitMs, waiting.signal);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isEnded = true;
      cutShort();
      await running;
    },
    hurry: () => {
      hurried = true;
      cutShort();
    },
  };
}
