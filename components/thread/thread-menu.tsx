// What can be done with a whole thread: link, copy, save as a file, and the trace of the turn that is open.
import { IconButton } from '#components/ui/button.tsx';
import { threadMarkdown } from '#lib/domain/prompts/thread-markdown.ts';
import type { ThreadAnswer } from '#lib/domain/thread.ts';
import { copyText } from './copy-text.ts';
import { ChoiceMenu } from './turn/turn-menu.tsx';

interface ThreadMenuProps {
  readonly promptId: string;
  /** Undefined until it is loaded. */
  readonly thread: ThreadAnswer | undefined;
  readonly onTrace: () => void;
}

export function ThreadMenu({ promptId, thread, onTrace }: ThreadMenuProps) {
  if (thread === undefined) return null;
  const id = encodeURIComponent(promptId);
  const link = `${typeof location === 'undefined' ? '' : location.origin}/mission?drop=${id}&dock=thread`;
  return (
    <>
      <IconButton icon="trace" label="Trace" shortcut="t" onClick={onTrace} />
      <ChoiceMenu
        trigger={<IconButton icon="more" label="More about this thread" />}
        choices={[
          { label: 'Copy link', onSelect: () => void copyText(link) },
          { label: 'Copy as markdown', onSelect: () => void copyText(threadMarkdown(thread)) },
          { label: 'Save as markdown', onSelect: () => saveExport(id, 'markdown') },
          { label: 'Save as JSON', onSelect: () => saveExport(id, 'json') },
        ]}
      />
    </>
  );
}

/** The server writes the file and names it. */
function saveExport(id: string, format: 'markdown' | 'json'): void {
  const link = document.createElement('a');
  link.href = `/api/threads/${id}/export?format=${format}`;
  link.download = '';
  link.click();
}
