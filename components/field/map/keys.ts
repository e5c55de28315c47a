// The keys of the map as plain values: what each asks for.
import type { Direction } from '#components/field/layout/neighbours.ts';

export type MapCommand =
  | { readonly does: 'step'; readonly direction: Direction }
  | { readonly does: 'needs-me'; readonly by: 1 | -1 }
  | { readonly does: 'zoom'; readonly factor: number }
  | { readonly does: 'open' | 'retry' | 'cancel' | 'fit' | 'home' };

const steps: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

const letters: Readonly<Record<string, MapCommand>> = {
  r: { does: 'retry' },
  x: { does: 'cancel' },
  n: { does: 'needs-me', by: 1 },
  p: { does: 'needs-me', by: -1 },
  '+': { does: 'zoom', factor: 1.35 },
  '=': { does: 'zoom', factor: 1.35 },
  '-': { does: 'zoom', factor: 1 / 1.35 },
  '−': { does: 'zoom', factor: 1 / 1.35 },
  '0': { does: 'fit' },
  '1': { does: 'home' },
};

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Null when the key is not the map's: it goes on to the page. */
export function commandOf(press: KeyPress): MapCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === 'Enter') return { does: 'open' };
  const direction = Object.hasOwn(steps, press.key) ? steps[press.key] : undefined;
  if (direction !== undefined) return { does: 'step', direction };
  return Object.hasOwn(letters, press.key) ? (letters[press.key] ?? null) : null;
}
