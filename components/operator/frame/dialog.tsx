// A dialog of the operator pages: modal, closed by Escape, by its cross or by a press beside it, the focus given back.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { reviveFocus } from '#components/shell/revive-focus.ts';
import { IconButton } from '#components/ui/button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => {
        reviveFocus();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="m-auto max-h-[calc(100dvh-24px)] w-[min(640px,calc(100vw-24px))] overflow-y-auto rounded-card border border-line-strong bg-panel p-0 text-ink shadow-panel backdrop:bg-black/50"
    >
      <div className="grid gap-4 p-5 max-sm:p-4">
        <div className="flex items-center justify-between gap-3">
          <h2 id={titleId} className="text-[16px] font-semibold tracking-[-0.01em]">
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
