// Group commit: calls that arrive while a statement is under way go together in the next one.

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** Items in one statement at most. */
  readonly most: number;
  /** Statements under way at once. Two keep one committing while the next is planned. */
  readonly lanes: number;
}

/**
 * Returns a function that resolves with its item's own result. `runAll` must answer in the order of its items.
 * When a batch fails, its items run alone, so that one bad item fails only itself.
 */
export function createBatcher<In, Out>(
  runAll: (items: readonly In[]) => Promise<readonly Out[]>,
  { most, lanes }: BatcherOptions,
): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  let busy = 0;

  const settle = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const outs = await runAll(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        const out = outs[index];
        if (index in outs) waiting.resolve(out as Out);
        else waiting.reject(new Error('a batch answered for fewer items than it was given'));
      });
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const waiting of batch) await settle([waiting]);
    }
  };

  const pump = (): void => {
    while (busy < lanes && queue.length > 0) {
      busy += 1;
      const batch = queue.splice(0, most);
      void settle(batch).finally(() => {
        busy -= 1;
        pump();
      });
    }
  };

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // Callers of the same tick share a statement.
      queueMicrotask(pump);
    });
}
