// Text files into the prompt by button, drop or paste, all the same way.
import { useState } from 'react';
import { notify } from '#components/ui/toast.ts';
import { attachFiles } from './attachment.ts';

export interface Attach {
  /** A file is held over the bar. */
  readonly isOver: boolean;
  readonly add: (files: readonly File[]) => void;
  /** For the element that takes drops and pastes. */
  readonly handlers: {
    readonly onDragOver: (event: React.DragEvent) => void;
    readonly onDragLeave: (event: React.DragEvent) => void;
    readonly onDrop: (event: React.DragEvent) => void;
    readonly onPaste: (event: React.ClipboardEvent) => void;
  };
}

export function useAttach(read: () => string, write: (text: string) => void): Attach {
  const [isOver, setOver] = useState(false);
  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    attachFiles(read, files).then(
      (attached) => (attached.ok ? write(attached.text) : notify(attached.why)),
      () => notify('The file could not be read.'),
    );
  };
  const hasFiles = (data: DataTransfer) => data.types.includes('Files');
  return {
    isOver,
    add,
    handlers: {
      onDragOver(event) {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event) {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop(event) {
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
      onPaste(event) {
        // A copied text that comes with a picture of itself is pasted as the text it is.
        if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        add([...event.clipboardData.files]);
      },
    },
  };
}
