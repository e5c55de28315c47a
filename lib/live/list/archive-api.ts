// Putting prompts away and bringing them back, on the server.
import { type ArchiveAnswer, archiveAnswer, type RestoreAnswer, restoreAnswer } from '#lib/domain/prompts/archive.ts';
import { type ApiAccess, ask, browserAccess } from '#lib/live/api.ts';

/** At most 1,000 at once; each goes with what continues it, unless something of it is at work. */
export function archivePrompts(
  promptIds: readonly string[],
  access: ApiAccess = browserAccess,
): Promise<ArchiveAnswer> {
  return ask(access, archiveAnswer, '/api/prompts/archive', post(promptIds));
}

/** Each comes back with what it continues and what continues it. */
export function restorePrompts(
  promptIds: readonly string[],
  access: ApiAccess = browserAccess,
): Promise<RestoreAnswer> {
  return ask(access, restoreAnswer, '/api/prompts/restore', post(promptIds));
}

function post(promptIds: readonly string[]): RequestInit {
  return { method: 'POST', body: JSON.stringify({ prompt_ids: promptIds }) };
}
