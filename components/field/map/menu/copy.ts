// What the menu of a drop puts on the clipboard: the whole prompt, or the address that opens it.
import { notify } from '#components/ui/toast.ts';
import { readThread } from '#lib/live/api.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** The whole text, not the label. The person is told how it went. */
export async function copyPrompt(row: FieldDrop): Promise<void> {
  const mark = row.local;
  const text = mark?.kind === 'unsent' || mark?.kind === 'sending' ? mark.text : textOf(row.prompt_id);
  await copy('Prompt copied', text);
}

export async function copyLink(promptId: string): Promise<void> {
  await copy('Link copied', linkTo(promptId, location.origin));
}

/** The address that opens the field with this thread, for anyone who may see it. */
export function linkTo(promptId: string, origin: string): string {
  return `${origin}/mission?${new URLSearchParams({ drop: promptId, dock: 'thread' })}`;
}

async function textOf(promptId: string): Promise<string> {
  const { path } = await readThread(promptId);
  const turn = path.find(({ row }) => row.prompt_id === promptId);
  if (turn === undefined) throw new Error(`the thread of ${promptId} does not hold it`);
  return turn.text;
}

async function copy(done: string, text: string | Promise<string>): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text);
    notify(done);
  } catch {
    // The network, or no permission or no focus: the browser decides.
    notify('It could not be copied. Open the thread and copy it there.');
  }
}
