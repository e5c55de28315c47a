// An answer kept for a moment and shared by whoever asks meanwhile: many open pages cost one look.
import type { Database } from '#lib/store/client.ts';

interface Kept {
  readonly answer: Promise<unknown>;
  readonly until: number;
}

const kept = new WeakMap<Database, Map<string, Kept>>();

/** The answer of `read`, at most `forMs` old counted from when it was asked. A failed look is not kept. */
export function keep<T>(db: Database, key: string, forMs: number, read: () => Promise<T>): Promise<T> {
  const ofDatabase = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, ofDatabase);
  const found = ofDatabase.get(key);
  if (found !== undefined && performance.now() < found.until) return found.answer as Promise<T>;
  const answer = read();
  ofDatabase.set(key, { answer, until: performance.now() + forMs });
  answer.catch(() => ofDatabase.delete(key));
  return answer;
}
