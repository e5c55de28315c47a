// A steady light load: stories begin at an even rate, whatever they are and however long they take.
import { setTimeout as wait } from 'node:timers/promises';
import { isLeaving } from '#tests/bench/leaving.ts';
import { clientOf } from './client.ts';
import { type Expected, tellOne } from './stories.ts';

export interface Load {
  /** Rejects when so much went wrong that going on is not worth it. */
  readonly failed: Promise<never>;
  /** Begins no more stories; resolves when those that were begun are over. */
  stop(): Promise<void>;
}

const mostErrors = 20;

/** `rate`: stories begun in a second, on average. */
export function startLoad(origin: string, rate: number, expected: Expected): Load {
  const client = clientOf(origin);
  const ending = new AbortController();
  const told = new Set<Promise<void>>();
  let giveUp: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // Heard where it is waited for; between two such places it must not end the process.
  failed.catch(() => undefined);
  let errors = 0;
  const onError = (error: unknown) => {
    if (isLeaving()) return;
    process.stderr.write(`a story went wrong: ${error instanceof Error ? error.message : String(error)}\n`);
    if (++errors > mostErrors) giveUp(new Error(`${errors} stories went wrong`));
  };
  const telling = (async () => {
    while (!ending.signal.aborted) {
      const story: Promise<void> = tellOne(client, expected)
        .catch(onError)
        .finally(() => told.delete(story));
      told.add(story);
      await wait((Math.random() * 2_000) / rate, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    failed,
    async stop() {
      ending.abort();
      await telling;
      await Promise.all(told);
    },
  };
}
