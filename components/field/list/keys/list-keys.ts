// The keys of the list as plain values: those of a tree of rows, and the map's for what is done to a prompt.
import { commandOf, type DropCommand, type KeyPress } from '#components/field/map/keys.ts';

export type Move = 'previous' | 'next' | 'page-up' | 'page-down' | 'first' | 'last';

export type ListCommand =
  /** `isPicking`: with Shift held, everything passed over is picked. */
  | { readonly does: 'move'; readonly to: Move; readonly isPicking: boolean }
  | { readonly does: 'expand' | 'collapse' | 'mark-all' }
  | { readonly does: 'needs-me'; readonly by: 1 | -1 }
  | { readonly does: DropCommand };

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

/** Null when the key is not the list's: it goes on to the page. Single letters only if `hasLetters`. */
export function listCommandOf(press: KeyPress, hasLetters: boolean): ListCommand | null {
  const isPlain = !press.ctrlKey && !press.metaKey && !press.altKey;
  const to = Object.hasOwn(moves, press.key) ? moves[press.key] : undefined;
  if (isPlain && to !== undefined) return { does: 'move', to, isPicking: press.shiftKey };
  if (isPlain && press.key === 'ArrowRight') return { does: 'expand' };
  if (isPlain && press.key === 'ArrowLeft') return { does: 'collapse' };
  const command = commandOf(press, hasLetters);
  switch (command?.does) {
    case undefined:
    case 'step':
    case 'zoom':
    case 'fit':
    case 'life-size':
      return null;
    case 'mark-all':
      return { does: 'mark-all' };
    case 'needs-me':
      return command;
    default:
      return command === null || !('does' in command) ? null : asDropCommand(command.does);
  }
}

function asDropCommand(does: string): ListCommand | null {
  switch (does) {
    case 'open':
    case 'retry':
    case 'retry-with':
    case 'cancel':
    case 'mark':
    case 'menu':
      return { does };
    default:
      return null;
  }
}
