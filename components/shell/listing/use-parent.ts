// The prompt in the address, wherever it lies: in the field, put away, of a colleague, or older than the field reaches.
import type { FieldDrop } from '#lib/live/cache.ts';
import { useField } from '#lib/live/use-field.ts';
import { useThread } from '#lib/live/use-thread.ts';

/** Null while it is not known; what the field does not hold is known by its thread. */
export function useParent(promptId: string | null): FieldDrop | null {
  const { byId, isLoaded } = useField();
  const known = promptId === null ? null : (byId.get(promptId) ?? null);
  const path = useThread(known === null && isLoaded ? promptId : null).data?.path;
  return known ?? path?.find(({ row }) => row.prompt_id === promptId)?.row ?? null;
}

/** Who goes on with what was put away wants it back. Its drops stay where they are should that not get through. */
export function bringBack(drop: FieldDrop | undefined): void {
  if (drop?.archived_at === undefined) return;
  import('#lib/live/list/archive-api.ts')
    .then(({ restorePrompts }) => restorePrompts([drop.prompt_id]))
    .catch(() => {});
}
