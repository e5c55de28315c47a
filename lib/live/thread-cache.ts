// Threads in the query cache: one key per asked prompt, out of date as soon as a row of theirs changes.
import type { QueryClient } from '@tanstack/react-query';
import type { DropRow } from '#lib/domain/drop.ts';
import type { ThreadAnswer } from '#lib/domain/thread.ts';

const threadsKey = ['thread'] as const;

/** The key holds the id: a late answer of one thread can never show under another. */
export const threadKey = (promptId: string | null) => [...threadsKey, promptId] as const;

/** Marks cached threads as out of date that hold one of these rows. What is on screen is fetched again at once. */
export function refreshThreads(client: QueryClient, rows: readonly DropRow[]): void {
  if (rows.length === 0) return;
  const roots = new Set(rows.map(({ root_id }) => root_id));
  const changed = new Set(rows.map(({ prompt_id }) => prompt_id));
  for (const query of client.getQueryCache().findAll({ queryKey: threadsKey })) {
    const root = client.getQueryData<ThreadAnswer>(query.queryKey)?.path[0]?.row.root_id;
    const isTouched = root === undefined ? changed.has(String(query.queryKey[1])) : roots.has(root);
    if (isTouched) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
