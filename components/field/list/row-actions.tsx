// What a line of the list offers at its right end: the one thing that fits its state, and everything else in a menu.
import type { MouseEvent } from 'react';
import { DropChip } from '#components/field/drop.tsx';
import { chipOf, type DropLook } from '#components/field/drop-view.ts';
import { mayCancel } from '#lib/domain/drop.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

export interface RowCalls {
  readonly onPress: (id: string, event: MouseEvent) => void;
  readonly onOpen: (id: string) => void;
  readonly onCancel: (id: string) => unknown;
  readonly onRetry: (id: string) => unknown;
  readonly onRestore: (id: string) => void;
  /** `isRange`: everything between the last one picked and this. */
  readonly onMark: (id: string, isRange: boolean) => void;
  /** Opens or closes what hangs on a line. */
  readonly onToggle: (key: string) => void;
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void;
}

interface RowActionsProps {
  readonly row: FieldDrop;
  readonly look: DropLook;
  readonly isOutside: boolean;
  readonly calls: RowCalls;
}

export function RowActions({ row, look, isOutside, calls }: RowActionsProps) {
  const id = row.prompt_id;
  return (
    <>
      {row.archived_at !== undefined ? (
        <RowButton words="Restore" label={`Restore: ${row.label}`} onPress={() => calls.onRestore(id)} />
      ) : (
        !isOutside && <MainAction row={row} look={look} calls={calls} />
      )}
      <button
        type="button"
        className="list-more"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={`More about: ${row.label}`}
        title="More (Shift F10)"
        onClick={(event) => {
          event.stopPropagation();
          const box = event.currentTarget.getBoundingClientRect();
          calls.onMenu(id, { x: box.right - 12, y: box.bottom + 2 });
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
    </>
  );
}

function MainAction({ row, look, calls }: Omit<RowActionsProps, 'isOutside'>) {
  const id = row.prompt_id;
  if (chipOf(look) !== null)
    return <DropChip row={row} form={look === 'unsent' ? 'short' : 'full'} onRetry={() => calls.onRetry(id)} />;
  if (!mayCancel(row)) return null;
  return (
    <RowButton
      words="Stop"
      label={`Stop: ${row.label}`}
      isStop
      isDisabled={look === 'stopping'}
      onPress={() => calls.onCancel(id)}
    />
  );
}

interface RowButtonProps {
  readonly words: string;
  readonly label: string;
  readonly isStop?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function RowButton({ words, label, isStop = false, isDisabled = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className="list-stop"
      tabIndex={-1}
      disabled={isDisabled}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {isStop && <span className="list-stop-sign" aria-hidden="true" />}
      <span>{words}</span>
    </button>
  );
}
