// The menu of one drop: everything that keys, chips and clicks can do with it, and the two things only a menu does.
'use client';
import { DropdownMenu } from 'radix-ui';
import { lookOf } from '#components/field/drop-view.ts';
import { useModels } from '#components/ui/use-models.ts';
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { copyLink, copyPrompt } from './copy.ts';

export interface DropMenuCalls {
  readonly onOpen: (id: string) => void;
  readonly onContinue: (id: string) => void;
  readonly onRetry: (id: string, model?: string) => void;
  readonly onStop: (id: string) => void;
  readonly onMark: (id: string) => void;
  readonly onArchive: (id: string) => void;
  readonly onRestore: (id: string) => void;
}

export interface DropMenuProps {
  readonly row: FieldDrop;
  /** Pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly isMarked: boolean;
  /** Only the models to run it again with. */
  readonly isChoosingModel: boolean;
  /** Nothing can be done to it, only with it. */
  readonly isReadOnly: boolean;
  readonly calls: DropMenuCalls;
  readonly onClose: () => void;
}

export default function DropMenu(props: DropMenuProps) {
  const { row, at, isMarked, isChoosingModel, isReadOnly, calls, onClose } = props;
  const id = row.prompt_id;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className="map-menu-anchor" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="map-menu"
          align="start"
          sideOffset={0}
          collisionPadding={8}
          aria-label={`Actions: ${row.label}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusDrop(id);
          }}
        >
          {isChoosingModel ? (
            <Models row={row} calls={calls} />
          ) : (
            <Actions row={row} isMarked={isMarked} isReadOnly={isReadOnly} calls={calls} />
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type ActionsProps = Pick<DropMenuProps, 'row' | 'isMarked' | 'isReadOnly' | 'calls'>;

function Actions({ row, isMarked, isReadOnly, calls }: ActionsProps) {
  const id = row.prompt_id;
  const look = lookOf(row);
  const isUnsent = look === 'unsent';
  const isArchived = row.archived_at !== undefined;
  const isRetryable = mayRetry(row) && look !== 'retrying' && !isReadOnly;
  return (
    <>
      <Item words="Open" keys="Enter" onSelect={() => calls.onOpen(id)} />
      {!isUnsent && <Item words="Continue" onSelect={() => calls.onContinue(id)} />}
      {isUnsent && <Item words="Send again" keys="R" onSelect={() => calls.onRetry(id)} />}
      {isRetryable && <Item words="Retry" keys="R" onSelect={() => calls.onRetry(id)} />}
      {isRetryable && <RetryWith row={row} calls={calls} />}
      {isUnsent && <Item words="Discard" onSelect={() => calls.onStop(id)} />}
      {!isUnsent && !isReadOnly && mayCancel(row) && look !== 'stopping' && (
        <Item words="Stop" keys="X" onSelect={() => calls.onStop(id)} />
      )}
      <DropdownMenu.Separator className="map-menu-line" />
      <Item words="Copy prompt" onSelect={() => void copyPrompt(row)} />
      {!isUnsent && <Item words="Copy link" onSelect={() => void copyLink(id)} />}
      {isArchived && <Item words="Restore" onSelect={() => calls.onRestore(id)} />}
      {!isArchived && !isReadOnly && !isUnsent && !mayCancel(row) && (
        <Item words="Archive" onSelect={() => calls.onArchive(id)} />
      )}
      <Item
        words={isMarked ? 'Remove from selection' : 'Add to selection'}
        keys="Space"
        onSelect={() => calls.onMark(id)}
      />
    </>
  );
}

function Item({ words, keys, onSelect }: { words: string; keys?: string; onSelect: () => void }) {
  return (
    <DropdownMenu.Item className="map-menu-item" onSelect={onSelect}>
      {words}
      {keys !== undefined && <kbd>{keys}</kbd>}
    </DropdownMenu.Item>
  );
}

function RetryWith({ row, calls }: Pick<DropMenuProps, 'row' | 'calls'>) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="map-menu-item">
        Retry with…<kbd>⇧R</kbd>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="map-menu" collisionPadding={8} sideOffset={4}>
          <Models row={row} calls={calls} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function Models({ row, calls }: Pick<DropMenuProps, 'row' | 'calls'>) {
  const models = useModels();
  return (
    <>
      <DropdownMenu.Label className="map-menu-note">Run again with</DropdownMenu.Label>
      {models === undefined && <p className="map-menu-note">Looking for models…</p>}
      {models?.models.map(({ id, label, provider, is_demo }) => (
        <DropdownMenu.Item
          key={id}
          className="map-menu-item"
          onSelect={() => calls.onRetry(row.prompt_id, id)}
          aria-current={id === row.model ? 'true' : undefined}
        >
          {label}
          <kbd>{is_demo ? 'built in' : provider}</kbd>
        </DropdownMenu.Item>
      ))}
    </>
  );
}

// Whoever moved the focus on purpose, to the compose bar or the thread, keeps it there.
function focusDrop(id: string): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`.map .drop[data-prompt="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
