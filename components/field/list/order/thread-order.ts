// Threads in the order of the list: the one with the newest prompt first, inside each from its root down.
import { type Branch, threadsOf } from '#components/field/layout/thread-tree.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** One line of a thread. */
export interface ThreadLine {
  readonly id: string;
  /** 0 for the root. */
  readonly depth: number;
  /** Ids of all that continues it, near and far: what a closed line stands for. */
  readonly below: readonly string[];
}

export interface ThreadOrder {
  readonly newestAt: string;
  /** Depth first: a prompt is followed by what continues it, oldest first. */
  readonly lines: readonly ThreadLine[];
}

export function orderThreads(rows: readonly FieldDrop[]): ThreadOrder[] {
  return threadsOf(rows)
    .map((root) => {
      const lines: ThreadLine[] = [];
      let newestAt = '';
      const walk = (branch: Branch, depth: number): string[] => {
        const line = { id: branch.row.prompt_id, depth, below: [] as string[] };
        lines.push(line);
        if (branch.row.created_at > newestAt) newestAt = branch.row.created_at;
        for (const child of branch.children) line.below.push(child.row.prompt_id, ...walk(child, depth + 1));
        return line.below;
      };
      walk(root, 0);
      return { newestAt, lines };
    })
    .sort((a, b) => (a.newestAt < b.newestAt ? 1 : a.newestAt > b.newestAt ? -1 : 0));
}

/** The same prompts under the same parents: then the order stands, whatever their states. */
export function isSameShape(a: readonly FieldDrop[], b: readonly FieldDrop[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, at) => {
      const other = b[at];
      return row === other || (row.prompt_id === other?.prompt_id && row.parent_id === other.parent_id);
    })
  );
}
