// The keys of the map as plain values: what each asks for.
import type { Direction } from '#components/field/layout/neighbours.ts';

export type MapCommand =
  | { readonly does: 'step'; readonly direction: Direction }
  | { readonly does: 'needs-me'; readonly by: 1 | -1 }
  | { readonly does: 'zoom'; readonly factor: number }
  | { readonly does: 'fit' | 'life-size' | 'mark-all' }
  | { readonly does: DropCommand };

/** What is done to the drop that has the focus. */
export type DropCommand = 'open' | 'retry' | 'retry-with' | 'cancel' | 'mark' | 'menu';

const keys: Readonly<Record<string, MapCommand>> = {
  ArrowUp: { does: 'step', direction: 'up' },
  ArrowDown: { does: 'step', direction: 'down' },
  ArrowLeft: { does: 'step', direction: 'left' },
  ArrowRight: { does: 'step', direction: 'right' },
  Home: { does: 'step', direction: 'first' },
  End: { does: 'step', direction: 'last' },
  Enter: { does: 'open' },
  ' ': { does: 'mark' },
  ContextMenu: { does: 'menu' },
};

const letters: Readonly<Record<string, MapCommand>> = {
  r: { does: 'retry' },
  R: { does: 'retry-with' },
  x: { does: 'cancel' },
  n: { does: 'needs-me', by: 1 },
  p: { does: 'needs-me', by: -1 },
  '+': { does: 'zoom', factor: 1.35 },
  '=': { does: 'zoom', factor: 1.35 },
  '-': { does: 'zoom', factor: 1 / 1.35 },
  '−': { does: 'zoom', factor: 1 / 1.35 },
  '0': { does: 'fit' },
  '1': { does: 'life-size' },
};

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Null when the key is not the map's: it goes on to the page. Single letters, digits and signs only if `hasLetters`. */
export function commandOf(press: KeyPress, hasLetters = true): MapCommand | null {
  const { key, altKey, shiftKey } = press;
  const isCommand = press.ctrlKey || press.metaKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'a') return { does: 'mark-all' };
  if (isCommand || altKey) return null;
  if (key === 'F10' && shiftKey) return { does: 'menu' };
  if (Object.hasOwn(keys, key)) return keys[key] ?? null;
  return hasLetters && Object.hasOwn(letters, key) ? (letters[key] ?? null) : null;
}
