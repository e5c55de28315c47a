// Which text of an unfinished answer to show: what the stream holds or what the server kept, never the poorer one.
import type { ThreadTurn } from '#lib/domain/thread.ts';
import type { LiveText } from '#lib/live/output-store.ts';

/** A higher claim is a fresh start and wins; of the same claim the longer text is the newer one. */
export function liveText(kept: ThreadTurn['partial'], streamed: LiveText | undefined): string {
  if (kept === null) return streamed?.text ?? '';
  if (streamed === undefined || kept.claim > streamed.claim) return kept.text;
  if (streamed.claim > kept.claim) return streamed.text;
  return streamed.text.length >= kept.text.length ? streamed.text : kept.text;
}
