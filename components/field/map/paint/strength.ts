// How strongly things are drawn that nobody asked for just now.
import type { Scene } from './draw.ts';

/** What a search did not find. */
export const faint = 0.22;

/** Of a drop that is no element. */
export function strengthOf({ found, path }: Pick<Scene, 'found' | 'path'>, id: string): number {
  if (found !== null) return found.has(id) ? 1 : faint;
  return path.size > 0 && !path.has(id) ? 0.5 : 1;
}
