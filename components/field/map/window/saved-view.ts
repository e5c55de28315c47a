// The window on the field over a reload: kept per tab, the only state that is not in the address.
import type { Viewport } from './viewport.ts';

const key = 'asterion.map.view';

export function keepView(view: Viewport): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    // A browser that keeps nothing shows today after a reload, which is fine.
  }
}

/** Null when nothing usable is kept. */
export function readView(): Viewport | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isViewport(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isViewport(value: unknown): value is Viewport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'x' in value &&
    'y' in value &&
    'scale' in value &&
    Number.isFinite(value.x) &&
    Number.isFinite(value.y) &&
    typeof value.scale === 'number' &&
    value.scale > 0.005 &&
    value.scale < 10
  );
}
